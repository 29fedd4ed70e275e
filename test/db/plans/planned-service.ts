import pg, { type QueryConfig } from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { connectSource } from '../../../src/db/connect.js'
import { serverSource, type Source } from '../../../src/db/source.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { domainOf } from '../../support/builders.js'
import { createServerDatabase } from '../../support/server-database.js'
import { newSession } from '../../support/sessions.js'
import { silentLog } from '../../support/silent-log.js'
import { sentBy } from '../../support/statements.js'
import { explain, type Explained, nodesOf, type Planned, rowsRead } from './explain.js'
import { A_SMALL, SECOND } from './company-sizes.js'
import { fillManyCompanies } from './many-companies.js'
import { growCompany } from './grow-company.js'
import { PATIENT } from '../../support/patient-settings.js'
import { type TestDatabase, withOwnStatements } from '../../support/own-statements.js'

/** The server of these tests. Without one they are skipped. */
export const server = process.env['DATABASE_URL']

/** Tables with fewer rows may be scanned sequentially. */
const BIG = 1500

/** A page of 20 and the record after it, read twice, need fewer rows than this. */
export const MANY = 100

export type Client = 'graphql' | 'small' | 'set_a' | 'set_b'
type Request = () => Promise<unknown>

export interface Sent extends Explained {
  readonly text: string
}

/**
 * The service over a database of many companies, and the plans of the statements that requests cause. `moreAssets` is how many more
 * assets than the others the second company has, and `planCacheMode` the setting of PostgreSQL.
 */
export async function openPlannedService({ moreAssets = 0, planCacheMode = 'auto' } = {}) {
  const source = await createPlannedDatabase(server ?? '', moreAssets, planCacheMode)
  const env = {
    RATE_LIMIT_PER_MINUTE: '0',
    ...PATIENT,
    // These tests read more than a client may.
    MAX_COMPLEXITY: '1000000000',
    KEPT_ANSWERS_MB: '0',
  }
  const config = readConfig(env)
  const db = withOwnStatements(connectSource(source, config, silentLog))
  const big = await bigTables(db)
  const log = pino({ level: 'silent' })
  const app = await createApp(config, db, log)
  const resolverConfig = readConfig({ ...env, SQL_ANSWERS: 'off' })
  const apps = { sql: app, resolvers: await createApp(resolverConfig, db, log) }
  const headers = await headersOf(db)

  /** Sends a GraphQL request to one executor, and returns its data. */
  const askOne = async <Data>(
    executor: keyof typeof apps,
    query: string,
    client: 'graphql' | 'small' = 'graphql',
  ) => {
    const request = { url: '/graphql', headers: headers[client], payload: { query } }
    const response = await apps[executor].inject({ method: 'POST', ...request })
    const { data, errors } = response.json<{ data: Data; errors?: unknown }>()
    expect(errors, query).toBeUndefined()
    return data
  }

  /** Sends a GraphQL request to both executors, and returns its data. */
  const ask = async <Data>(query: string, client?: 'graphql' | 'small') => {
    await askOne('resolvers', query, client)
    return askOne<Data>('sql', query, client)
  }

  /** Sends a request of a REST set. */
  const get = async (client: Client, url: string) => {
    const response = await app.inject({ url, headers: headers[client] })
    expect(response.statusCode, response.body).toBe(200)
  }

  /** The plans of some statements. */
  const explainAll = async (
    planned: Planned,
    statements: readonly QueryConfig[],
  ): Promise<Sent[]> => {
    const plans: Sent[] = []
    for (const statement of statements) {
      const explained = await explain(db.pool, statement, planned)
      expect(explained, statement.text).not.toHaveProperty('JIT')
      plans.push({ ...explained, text: statement.text })
    }
    return plans
  }

  /** The plans of all reading statements of a request. */
  const plansOf = async (planned: Planned, request: Request): Promise<Sent[]> => {
    const sent = await sentBy(db.pool, request)
    const reads = sent.filter(({ text }) => /^\s*(select|with)/i.test(text))
    expect(reads).not.toEqual([])
    return explainAll(planned, reads)
  }

  /** The statements of a request that scan a big table sequentially. */
  const scansOf = async (planned: Planned, request: Request): Promise<string[]> =>
    (await plansOf(planned, request)).flatMap(({ text, Plan }) =>
      nodesOf(Plan)
        .filter((node) => node['Node Type'] === 'Seq Scan' && big.has(node['Relation Name'] ?? ''))
        .map((node) => `${node['Relation Name'] ?? ''}, by ${text}`),
    )

  /** How many rows of big tables each statement of a request reads. */
  const rowsReadByEach = async (planned: Planned, request: Request): Promise<number[]> =>
    (await plansOf(planned, request)).map((plan) => rowsRead(plan, big))

  /** How many rows of big tables all statements of a request read. */
  const rowsReadBy = async (planned: Planned, request: Request): Promise<number> =>
    (await rowsReadByEach(planned, request)).reduce((sum, rows) => sum + rows, 0)

  const close = async () => {
    await Promise.all([apps.sql.close(), apps.resolvers.close()])
    await db.close()
  }
  return {
    db,
    big,
    app,
    ask,
    askOne,
    get,
    explainAll,
    plansOf,
    scansOf,
    rowsReadByEach,
    rowsReadBy,
    close,
  }
}

/** A database of many companies, in which PostgreSQL JIT-compiles every statement of sessions that do not turn JIT off. */
async function createPlannedDatabase(
  serverUrl: string,
  moreAssets: number,
  planCacheMode: string,
): Promise<Source> {
  const source = await createServerDatabase(serverUrl, {
    kind: 'many_companies',
    fill: (url) => withClient(url, fillManyCompanies),
  })
  await withClient(source.url, async (client) => {
    if (moreAssets > 0) await growCompany(client, moreAssets)
    const name = new URL(source.url).pathname.slice(1)
    await client.query(`alter database ${name} set jit_above_cost = 0`)
    await client.query(`alter database ${name} set plan_cache_mode = ${planCacheMode}`)
  })
  return source
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(serverSource(url).connection)
  await client.connect()
  await work(client)
  await client.end()
}

async function bigTables({ pool }: TestDatabase): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= $1`,
    [BIG],
  )
  return new Set(rows.map(({ name }) => name))
}

async function headersOf(db: TestDatabase): Promise<Record<Client, Record<string, string>>> {
  const admin = domainOf({ db, companyId: SECOND.company }, SECOND.user, 'admin')
  const small = domainOf({ db, companyId: A_SMALL.company }, A_SMALL.user, 'admin')
  const tokenOf = async (domain: typeof admin, audience: 'graphql' | 'set_a' | 'set_b') =>
    (await newSession(domain, audience)).accessToken
  const { key } = await createApiKey(admin, { name: 'plans' })
  return {
    graphql: { authorization: `Bearer ${await tokenOf(admin, 'graphql')}` },
    small: { authorization: `Bearer ${await tokenOf(small, 'graphql')}` },
    set_a: { authorization: `Bearer ${await tokenOf(admin, 'set_a')}` },
    set_b: { 'x-api-key': key, 'x-api-token': await tokenOf(admin, 'set_b') },
  }
}
