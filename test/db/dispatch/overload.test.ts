import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { connectSource } from '../../../src/db/connect.js'
import { type TestDatabase, withOwnStatements } from '../../support/own-statements.js'
import { serverSource } from '../../../src/db/source.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../../src/domain/domain.js'
import { createLog } from '../../../src/log/create-log.js'
import { openProxy } from '../../support/breakable-proxy.js'
import {
  domainOf,
  newAsset,
  newCompany,
  newSite,
  newUser,
  type TestCompany,
} from '../../support/builders.js'
import { createServerDatabase } from '../../support/server-database.js'
import type { LogLine } from '../../support/logged-service.js'
import { metricsOf } from '../../support/metric-values.js'
import { PATIENT } from '../../support/patient-settings.js'
import { newSession } from '../../support/sessions.js'
import { expectOneWarning } from '../../support/shed-warnings.js'
import { silentLog } from '../../support/silent-log.js'
import type { Source } from '../../../src/db/source.js'

/** The embedded database has one connection, so nothing can hold a lock that its statements wait for. */
const server = process.env['DATABASE_URL']
const ASSETS = '{ assets(first: 5) { nodes { code } } }'
const SITES = '{ sites(first: 5) { nodes { name } } }'

const METRICS = 'a token of Prometheus'

type Request = readonly [address: string, init: RequestInit]

describe.skipIf(!server)('a database that delays statements', () => {
  let source: Awaited<ReturnType<typeof createServerDatabase>>
  let db: TestDatabase
  let url: string
  let company: TestCompany
  let requests: Record<'assets' | 'others', readonly Request[]>
  const closing: (() => Promise<unknown>)[] = []

  async function start(from: Source, settings: Record<string, string> = {}) {
    const config = readConfig({
      MAX_EVENT_LOOP_DELAY_MS: '0',
      PROCESSOR_BUDGET_MS: '0',
      ...settings,
    })
    const database = withOwnStatements(
      connectSource({ ...from, close: async () => {} }, config, silentLog),
    )
    const lines: LogLine[] = []
    const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
    const app = await createApp(config, database, createLog('info', { write }))
    closing.unshift(
      () => app.close(),
      () => database.close(),
    )
    return { database, url: await app.listen({ host: '127.0.0.1', port: 0 }), lines }
  }

  /** Requests of each interface for a list: GraphQL, Set A and Set B. */
  async function requestsOf(
    user: Domain,
    address: string,
    query: string,
    pathOfSetA: string,
    pathOfSetB: string,
  ) {
    const { key } = await createApiKey(company.admin, { name: 'key' })
    const [graphql, setA, setB] = await Promise.all(
      (['graphql', 'set_a', 'set_b'] as const).map(async (audience) => {
        const { accessToken } = await newSession(user, audience)
        return { authorization: `Bearer ${accessToken}` }
      }),
    )
    const body = JSON.stringify({ query })
    const json = { 'content-type': 'application/json' }
    return [
      [`${address}/graphql`, { method: 'POST', body, headers: { ...json, ...graphql } }],
      [`${address}${pathOfSetA}`, { headers: { ...setA } }],
      [`${address}${pathOfSetB}`, { headers: { ...setB, 'x-api-key': key } }],
    ] as Request[]
  }
  const statusOf = async ([address, init]: Request, signal?: AbortSignal) => {
    const response = await fetch(address, { ...init, signal: signal ?? null })
    await response.text()
    return response.status
  }
  /** The number of statements that the service runs on the server, except those of this test. */
  const running = async () => {
    const { rows } = await locker.database.write<{ count: number }>({
      text: `select count(*)::int from pg_stat_activity
             where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
    })
    return rows[0]?.count ?? 0
  }
  const becomes = async (read: () => Promise<unknown>, expected: unknown) => {
    while ((await read()) !== expected) await delay(20)
  }
  /** Takes a connection that is not the service's, and locks a table until the test has finished. */
  async function lock(table: string) {
    const { database } = locker
    const client = await database.pool.connect()
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    let isLocked = true
    const unlock = async () => {
      if (!isLocked) return
      isLocked = false
      await client.query('rollback')
      client.release()
    }
    onTestFinished(unlock)
    return { unlock }
  }
  const metric = async (address: string, name: string) => (await metricsOf(address, METRICS))(name)
  let locker: { database: TestDatabase }

  beforeAll(async () => {
    source = await createServerDatabase(server ?? '')
    closing.push(() => source.close())
    ;({ database: db, url } = await start(source))
    locker = await start(source)
    company = await newCompany(db)
    await newSite(company)
    await newAsset(company)
    const colleague = domainOf(company, (await newUser(company, { role: 'admin' })).id, 'admin')
    requests = {
      assets: await requestsOf(
        company.admin,
        url,
        ASSETS,
        '/api/assets',
        '/v1/assets?pageIndex=0&pageSize=5',
      ),
      // Requests of one user wait for each other.
      others: await requestsOf(
        colleague,
        url,
        SITES,
        '/api/users',
        '/v1/clients?pageIndex=0&pageSize=5',
      ),
    }
    for (const request of [...requests.assets, ...requests.others])
      for (let time = 0; time < 3; time += 1) expect(await statusOf(request)).toBe(200)
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  it('cancels the statements of clients that have disconnected, and sends none of their queued ones', async () => {
    const { unlock } = await lock('asset')
    const controllers = Array.from({ length: 45 }, () => new AbortController())
    const responses = controllers.map(({ signal }, index) =>
      statusOf(requests.assets[index % 3]!, signal).catch(() => 'left'),
    )
    await becomes(async () => (await running()) > 2, true)
    for (const controller of controllers) controller.abort()
    const statuses = await Promise.all(responses)
    expect(statuses).toContain('left')
    // Within the time limits of statements, nothing but a cancellation ends those that wait for the lock.
    await becomes(running, 0)
    await unlock()
    for (const request of requests.assets) expect(await statusOf(request)).toBe(200)
  })

  it('delays only the requests that read a locked table', async () => {
    await lock('asset')
    let waiting = 0
    const waits = Array.from({ length: 100 }, async (_, index) => {
      waiting += 1
      const status = await statusOf(requests.assets[index % 3]!)
      waiting -= 1
      return status
    })
    for (let round = 0; round < 10; round += 1) {
      expect(await Promise.all(requests.others.map((request) => statusOf(request)))).toEqual([
        200, 200, 200,
      ])
    }
    expect(waiting).toBeGreaterThan(0)
    expect(new Set(await Promise.all(waits))).toEqual(new Set([503]))
  })

  it('ends a read after the time limit for reads, and keeps its connection', async () => {
    const { unlock } = await lock('asset')
    const reads = await start(source, { DATABASE_READ_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '1' })
    const { rows } = await reads.database.write<{ pid: number }>({
      text: 'select pg_backend_pid() as pid',
    })
    await expect(reads.database.read({ text: 'select 1 from asset' })).rejects.toMatchObject({
      name: 'ReadTimeoutError',
      cause: { code: '57014' },
    })
    const after = await reads.database.write({ text: 'select pg_backend_pid() as pid' })
    expect(after.rows).toEqual(rows)
    await unlock()
    await reads.database.read({ text: 'select 1 from asset' })
  })

  it('responds 503 to a read over the time limit with a code, and without Retry-After', async () => {
    await lock('asset')
    const reads = await start(source, { DATABASE_READ_TIMEOUT_MS: '300' })
    const answers = requests.assets.map(async ([address, init]) => {
      const response = await fetch(address.replace(url, reads.url), init)
      const body: unknown = await response.json()
      return { status: response.status, after: response.headers.get('retry-after'), body }
    })
    const [graphql, setA, setB] = await Promise.all(answers)
    const refused = { status: 503, after: null }
    const errors = [{ extensions: { code: 'QUERY_TIMEOUT' } }]
    expect(graphql).toMatchObject({ ...refused, body: { errors } })
    expect(setA).toEqual({ ...refused, body: { message: 'Service Unavailable' } })
    expect(setB).toMatchObject({ ...refused, body: { status: 503, code: 'QUERY_TIMEOUT' } })
  })

  it('responds 503 with Retry-After while all connections are in use, and logs one warning', async () => {
    const exhausted = await start(source, { DATABASE_POOL_SIZE: '2' })
    const sent = [...requests.others, ...requests.others].map(([address, init]): Request => [
      address.replace(url, exhausted.url),
      init,
    ])
    // SQL answers a document that Apollo has parsed before.
    for (const request of sent) expect(await statusOf(request)).toBe(200)
    const began = performance.now()
    const connections = [
      await exhausted.database.pool.connect(),
      await exhausted.database.pool.connect(),
    ]
    onTestFinished(() => {
      for (const connection of connections) connection.release()
    })
    const newDocument = { ...sent[0]?.[1], body: JSON.stringify({ query: `query New ${SITES}` }) }
    const refused: Request[] = [...sent, [`${exhausted.url}/graphql`, newDocument]]
    const expectRefusal = async ([address, init]: Request) => {
      const response = await fetch(address, init)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
    }
    for (const request of refused) await expectRefusal(request)
    const refusals = () => exhausted.lines.filter(({ refusal }) => refusal === 'overload')
    await expect.poll(() => refusals().length).toBe(refused.length)
    expectOneWarning(exhausted.lines, began)
    await expectRefusal([`${exhausted.url}/ready`, {}])
  })

  it('limits the new reads of a user to 2 at a time, in all of its sessions', async () => {
    const { unlock } = await lock('asset')
    const user = domainOf(company, (await newUser(company, { role: 'admin' })).id, 'admin')
    const own = await start(source)
    const sent = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const { accessToken } = await newSession(user)
        const query = `query Session${number} { assets(first: ${number}) { nodes { code } } }`
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${accessToken}`,
        }
        return [`${own.url}/graphql`, { method: 'POST', body: JSON.stringify({ query }), headers }]
      }),
    )
    const statuses = Promise.all(sent.map((request) => statusOf(request as unknown as Request)))
    // Before, statements that authenticate may run or wait.
    const states = async () => ({
      waiting: own.database.status().queued.read,
      running: await running(),
    })
    await expect.poll(states).toEqual({ waiting: 1, running: 2 })
    await unlock()
    await statuses
  })

  it.each([
    ['an access token of GraphQL', 0],
    ['an API key of Set B', 2],
  ])('answers more than 3 light requests at a time of %s', async (_, index) => {
    const own = await start(source, { ...PATIENT, METRICS_TOKEN: METRICS })
    const [address, init] = requests.others[index]!
    const light: Request = [address.replace(url, own.url), init]
    // A request counts as light if the last one used little processor time: on a busy machine, not always.
    const sendTogether = async () => {
      for (let time = 0; time < 3; time += 1) expect(await statusOf(light)).toBe(200)
      const { unlock } = await lock('site, client')
      const sent = Promise.all(Array.from({ length: 10 }, () => statusOf(light)))
      await becomes(() => metric(own.url, 'fis_requests_in_progress'), 11)
      // Now each of them has arrived, and soon waits for either the lock or an earlier one.
      await delay(200)
      const waiting = await metric(own.url, 'fis_requests_queued')
      await unlock()
      expect(new Set(await sent)).toEqual(new Set([200]))
      return waiting
    }
    await expect.poll(sendTogether).toBe(0)
  })

  it('responds 503 while the database does not respond, also to a write in progress', async () => {
    const proxy = await openProxy(source.url)
    const frozen = await start(serverSource(proxy.url))
    const all = [...requests.others, [`${url}/ready`, {}] as Request].map(
      ([address, init]): Request => [address.replace(url, frozen.url), init],
    )
    for (const request of all) expect(await statusOf(request)).toBe(200)
    const write = frozen.database.write({ text: 'select pg_sleep(60)' }).catch(() => 'rejected')
    const transaction = frozen.database
      .transaction(({ prisma }) => prisma.$queryRaw`select pg_sleep(60)::text`)
      .catch(() => 'rejected')
    await delay(200)
    proxy.freeze()
    expect(await Promise.all(all.map((request) => statusOf(request)))).toEqual([503, 503, 503, 503])
    expect(await Promise.all([write, transaction])).toEqual(['rejected', 'rejected'])
  })
})
