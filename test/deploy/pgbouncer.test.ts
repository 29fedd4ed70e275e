import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import {
  connectSource,
  DisconnectSignal,
  migrateSource,
  openDatabase,
} from '../../src/db/connect.js'
import type { Database } from '../../src/db/connect.js'
import { type TestDatabase, withOwnStatements } from '../support/own-statements.js'
import { serverSource, SETTINGS } from '../../src/db/source.js'
import { createDomain, transaction } from '../../src/domain/domain.js'
import { ask } from '../durability/service.js'
import {
  newAsset,
  newClient,
  newCompany,
  newSite,
  newZone,
  PASSWORD,
  type TestCompany,
} from '../support/builders.js'
import { directUrl } from '../support/direct-url.js'
import { findPgbouncer, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.js'
import { createEmptyDatabase, createServiceRole } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { PATIENT } from '../support/patient-settings.js'

const server = process.env['DATABASE_URL'] ? directUrl(process.env['DATABASE_URL']) : undefined
const program = findPgbouncer()

if (server && !program) console.log('Skipped: install pgbouncer.')

it.runIf(server && process.env['CI'])('finds PgBouncer', () => {
  expect(program).toBeDefined()
})

const LOGIN = `mutation ($username: String!, $password: String!) {
  login(input: { username: $username, password: $password }) { accessToken } }`
const NESTED = `{ clients(first: 5) { nodes { legalName sites(first: 5) { nodes { zones(first: 5) {
  nodes { assets(first: 5) { totalCount } } } } } } } }`
const CREATE = `mutation ($legalName: String!, $key: String) {
  createClient(input: { legalName: $legalName, idempotencyKey: $key }) { client { legalName } userErrors { code } } }`
const HISTORY = `{ auditLog(filter: { operations: ["createClient"] }) { nodes { user { email } recordType } } }`

/** The service is a role under row-level security; it, and all other clients, share two connections to PostgreSQL. */
describe.runIf(server && program)('through PgBouncer, with deploy/pgbouncer.ini', () => {
  let pgbouncer: Pgbouncer
  let urls: { owner: string; service: string }
  let db: Database
  let builders: TestDatabase
  let address: string
  let companies: { company: TestCompany; token: string; email: string }[]
  const closing: (() => Promise<unknown>)[] = []

  const config = (settings: Record<string, string> = {}) =>
    readConfig({
      DATABASE_URL: urls.service,
      MIGRATION_DATABASE_URL: urls.owner,
      ...PATIENT,
      ...settings,
    })

  async function newTenant(name: string) {
    const company = await newCompany(builders)
    const client = await newClient(company, { legalName: name })
    const site = await newSite(company, { clientId: client.id })
    const zone = await newZone(company, { siteId: site.id })
    await newAsset(company, { zoneId: zone.id })
    const { email } = company.users.admin
    const { data } = await ask(address, LOGIN, { username: email, password: PASSWORD })
    return { company, email, token: data.login.accessToken as string }
  }

  beforeAll(async () => {
    pgbouncer = await startPgbouncer(program ?? '', server ?? '', {
      default_pool_size: 2,
      query_wait_timeout: 60,
    })
    closing.push(() => pgbouncer.remove())
    const database = await createEmptyDatabase(server ?? '')
    closing.unshift(() => database.drop())
    const pooled = (url: string) => `${pgbouncer.urlOf(url)}?pgbouncer=true`
    const owner = pooled(database.url)
    await migrateSource(serverSource(owner), 5000, silentLog)
    urls = { owner, service: pooled(await createServiceRole(server ?? '', database.url)) }
    db = await openDatabase(config(), silentLog)
    closing.unshift(() => db.close())
    builders = withOwnStatements(connectSource(serverSource(owner), config(), silentLog))
    closing.unshift(() => builders.close())
    const app = await createApp(config(), db, pino({ level: 'silent' }))
    closing.unshift(() => app.close())
    address = await app.listen({ host: '127.0.0.1', port: 0 })
    companies = [await newTenant('North'), await newTenant('South')]
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  /** A connection of the service's user to PgBouncer that sends what it is given. */
  async function connect(): Promise<pg.Client> {
    const { connection } = serverSource(urls.service)
    const client = new pg.Client(connection)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  it('has the settings of the service in each session', async () => {
    const config = readConfig({})
    const names = [...Object.keys(SETTINGS), 'statement_timeout']
    const values = names.map((name) => `current_setting('${name}') as "${name}"`)
    const { rows } = await db.write({ text: `select ${values.join(', ')}` })
    const statement_timeout = `${config.databaseStatementTimeoutMs / 1000}s`
    expect(rows).toEqual([{ ...SETTINGS, statement_timeout }])
  })

  it('answers nested queries, and writes once for each idempotency key', async () => {
    const { token } = companies[0]!
    for (let time = 0; time < 4; time += 1) {
      const { data } = await ask(address, NESTED, {}, token)
      const zones = { nodes: [{ assets: { totalCount: 1 } }] }
      expect(data.clients.nodes).toMatchObject([
        { legalName: 'North', sites: { nodes: [{ zones }] } },
      ])
    }
    const variables = { legalName: 'Only one', key: 'only-one' }
    const results = await Promise.all([1, 2, 3].map(() => ask(address, CREATE, variables, token)))
    for (const { data } of results) {
      expect(data.createClient).toEqual({ client: { legalName: 'Only one' }, userErrors: [] })
    }
    expect(await builders.prisma.client.count({ where: { legalName: 'Only one' } })).toBe(1)
  })

  it('rolls a transaction back', async () => {
    const { company } = companies[0]!
    const domain = createDomain(db, company.admin.viewer)
    const failing = transaction(domain, async ({ prisma }) => {
      const { count } = await prisma.client.updateMany({ data: { legalName: 'Changed' } })
      expect(count).toBeGreaterThan(0)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const single = domain.db.write({ text: `update client set legal_name = (1 / 0)::text` })
    await expect(single).rejects.toThrow('division by zero')
    expect(await builders.prisma.client.count({ where: { legalName: 'Changed' } })).toBe(0)
  })

  it('cancels a read after its time limit, and when its client has left', async () => {
    const limited = await openDatabase(config({ DATABASE_READ_TIMEOUT_MS: '300' }), silentLog)
    onTestFinished(() => limited.close())
    const { companyId } = companies[0]!.company
    const disconnect = new DisconnectSignal()
    const sleep = { text: 'select pg_sleep(60)' }
    const late = limited.forCaller({ companyId }).read(sleep)
    await expect(late).rejects.toMatchObject({ name: 'ReadTimeoutError' })
    const left = db.forCaller({ companyId, disconnect }).read(sleep)
    setTimeout(() => {
      disconnect.raise()
    }, 200)
    await expect(left).rejects.toMatchObject({ name: 'ClientDisconnectedError' })
    const running = `select from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await builders.pool.query(running)).rowCount).toBe(0)
    expect((await limited.read({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
  })

  it('keeps interleaved users of two companies apart, and leaves nothing in a session', async () => {
    const work = async (index: number) => {
      const name = index % 2 ? 'South' : 'North'
      const { token, company } = companies[index % 2]!
      if (index % 3 === 0) {
        const variables = { legalName: `${name} ${index}` }
        const { data } = await ask(address, CREATE, variables, token)
        expect(data.createClient.client).toEqual(variables)
      } else if (index % 3 === 1) {
        const { data } = await ask(
          address,
          '{ clients(first: 100) { nodes { legalName } } }',
          {},
          token,
        )
        const names = data.clients.nodes.map(({ legalName }: { legalName: string }) => legalName)
        const other = index % 2 ? 'North' : 'South'
        expect(names).toContain(name)
        expect(names.filter((each: string) => each.startsWith(other))).toEqual([])
      } else {
        // Only row-level security limits these.
        const own = createDomain(db, company.admin.viewer)
        const text = 'select distinct company_id as id from client'
        const [{ rows }, inside] = await Promise.all([
          own.db.read({ name: `companies-${index % 5}`, text }, { quick: true }),
          transaction(own, ({ prisma }) => prisma.$queryRawUnsafe(text)),
        ])
        expect([rows, inside]).toEqual(Array(2).fill([{ id: company.companyId }]))
        expect((await db.write({ text })).rows).toEqual([])
      }
    }
    const limit = pLimit(12)
    await limit.map(Array.from({ length: 120 }).keys(), work)
    for (const { token, email } of companies) {
      const { data } = await ask(address, HISTORY, {}, token)
      const users = data.auditLog.nodes.map(({ user }: { user: { email: string } }) => user.email)
      expect(users.length).toBeGreaterThan(10)
      expect(new Set(users)).toEqual(new Set([email]))
    }
    const clients = [await connect(), await connect()]
    for (const client of clients) {
      await client.query('begin')
      const { rows } = await client.query(
        `select current_setting('app.company_id', true) as company, current_setting('app.actor', true) as actor,
                (select count(*)::int from pg_prepared_statements) as prepared, (select count(*)::int from client) as seen`,
      )
      const { company, actor, ...counts } = rows[0] as Record<string, unknown>
      expect([company || '', actor || '']).toEqual(['', ''])
      expect(counts).toEqual({ prepared: 0, seen: 0 })
    }
    for (const client of clients) await client.query('rollback')
  })

  it('responds 200 or 503, never 500, while PgBouncer restarts', async () => {
    const statuses: Record<number, number> = {}
    let running = true
    const clients = Array.from({ length: 6 }, async (_, index) => {
      const { token } = companies[index % 2]!
      for (let time = 0; running; time += 1) {
        const [query, variables] = index < 2 ? [CREATE, { legalName: 'Restart' }] : [NESTED, {}]
        const { status } = await ask(address, query, variables, token)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    })
    await delay(500)
    await pgbouncer.stop()
    await delay(500)
    await pgbouncer.start()
    const { token } = companies[0]!
    await expect.poll(async () => (await ask(address, NESTED, {}, token)).status).toBe(200)
    running = false
    await Promise.all(clients)
    expect(Object.keys(statuses), JSON.stringify(statuses)).toEqual(['200', '503'])
  })

  it('refuses to start if PgBouncer does not set the time zone', async () => {
    const url = new URL(directUrl(server ?? ''))
    url.searchParams.set('pgbouncer', 'true')
    url.searchParams.set('options', '-c TimeZone=Asia/Tokyo -c jit=on')
    const start = migrateSource(serverSource(url.href), 5000, silentLog)
    await expect(start).rejects.toThrow('timezone=UTC in its database entry')
  })

  it('refuses to start if the URL does not say that it is one of PgBouncer', async () => {
    const lenient = await startPgbouncer(program ?? '', server ?? '', {
      ignore_startup_parameters: 'options',
    })
    onTestFinished(lenient.remove)
    for (const url of [pgbouncer.urlOf(server ?? ''), lenient.urlOf(server ?? '')]) {
      const start = migrateSource(serverSource(url), 5000, silentLog)
      await expect(start).rejects.toThrow(/leads to a connection pooler.*pgbouncer=true/)
    }
  })
})
