import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import type { Source } from '../../src/db/source.js'
import { newCompany, newSite } from '../support/builders.js'
import { tokenOf } from '../support/graphql.js'
import { directUrl } from '../support/direct-url.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { statementsOf } from '../support/statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { type TestDatabase, withOwnStatements } from '../support/own-statements.js'

/** The embedded database has one connection, so nothing can hold a lock that its statements wait for. */
const server = process.env['DATABASE_URL']

/** The number of statements that the resolvers send for sites and their total. */
const LOADERS = 2

describe.skipIf(!server)('after a statement timeout', () => {
  let source: Source
  let db: TestDatabase
  let app: Awaited<ReturnType<typeof createApp>>
  let headers: Record<string, string>
  beforeAll(async () => {
    source = await createServerDatabase(directUrl(server ?? ''))
    const config = readConfig({
      ...PATIENT,
      DATABASE_STATEMENT_TIMEOUT_MS: '500',
    })
    db = withOwnStatements(connectSource(source, config, silentLog))
    app = await createApp(config, db, pino({ level: 'silent' }))
    const company = await newCompany(db)
    await newSite(company)
    headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  const send = async (query: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query },
    })
    return response.statusCode
  }

  /** The number of statements of a call. */
  const counted = async (query: string) => {
    const statements = await statementsOf(db, async () => {
      expect(await send(query)).toBe(200)
    })
    return statements.length
  }

  /** Runs `work` while another connection holds a lock that blocks all reads of a table. */
  const whileLocked = async (table: string, work: () => Promise<void>) => {
    const client = new pg.Client(source.connection)
    await client.connect()
    try {
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      await work()
    } finally {
      await client.end()
    }
  }

  it.each([
    ['new', 0],
    ['prepared', 1],
    ['remembered', 2],
  ])('the resolvers take over if the statement is %s', async (_state, calls) => {
    // The names of the operations differ, so that the queries share no plan. The limit is part of the SQL.
    const query = `query Sites${calls} { sites(first: ${calls + 1}) { totalCount nodes { name } } }`
    for (let call = 0; call < calls; call += 1) expect(await counted(query)).toBe(1)
    await whileLocked('site', async () => {
      expect(await send(query)).toBe(503)
    })
    for (let call = 0; call < 3; call += 1) expect(await counted(query)).toBe(LOADERS)
  })
})
