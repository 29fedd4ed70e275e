import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import type { Source } from '../../src/db/source.js'
import { explain, PLANNED, rowsRead } from '../db/plans/explain.js'
import { newCompany, newUser, type TestCompany } from '../support/builders.js'
import { directUrl } from '../support/direct-url.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { sentBy } from '../support/statements.js'
import { type TestDatabase, withOwnStatements } from '../support/own-statements.js'

const server = process.env['DATABASE_URL'] ?? ''
const ENTRIES = 200_000

/** Reads three times as many as a page: the plans must not depend on how many entries the log has. */
const FEW = 1500

describe.skipIf(!server)('a long audit log', () => {
  let source: Source
  let db: TestDatabase
  let company: TestCompany
  let rare: { uuid: string; id: number }
  let address: string
  let authorization: string
  const start = Date.now() - ENTRIES * 60_000

  beforeAll(async () => {
    source = await createServerDatabase(directUrl(server))
    db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    company = await newCompany(db)
    rare = await newUser(company)
    address = await startService({ MAX_COMPLEXITY: '1000000' }, db)
    authorization = `Bearer ${await tokenOf(company.admin)}`
    // One entry in a minute.
    await db.pool.query(
      `insert into audit_entry (company_id, transaction_id, at, record_type, record_id, action, after, user_id, request_id)
       select $1::int, i, to_timestamp($2::float8 / 1000) + i * interval '1 minute', 'Client', $3::uuid, 'updated', '{}',
         case when i % 40000 = 0 then $4 else $5::int end, 'request-' || i
       from generate_series(1, $6::int) i`,
      [company.companyId, start, randomUUID(), rare.id, company.users.admin.id, ENTRIES],
    )
    await db.pool.query('vacuum analyze audit_entry')
  })
  afterAll(async () => {
    await db.close()
    await source.close()
  })

  const time = (minute: number) => new Date(start + minute * 60_000).toISOString()
  const searches = {
    'a user with few entries': () => [`userIds: ["${rare.uuid}"]`, 5],
    'a request': () => ['requestIds: ["request-777"]', 1],
    'a day long ago': () => [`at: { from: "${time(1000)}", to: "${time(2440)}" }`, 1441],
    'a long time': () => [`at: { from: "${time(1000)}", to: "${time(100_000)}" }`, 99_001],
    'a time before all entries': () => [`at: { to: "${time(-600)}" }`, 0],
  } as const satisfies Record<string, () => readonly [string, number]>

  it.each(Object.entries(searches))('by %s finds all, and a page reads few', async (_, search) => {
    const [filter, found] = search()
    const list = (fields: string) =>
      `{ auditLog(first: 20, filter: { recordTypes: [CLIENT], ${filter} }) { ${fields} } }`
    const ask = async (query: string) => {
      const { data, errors } = await post(query, {}, { authorization }, Promise.resolve(address))
      expect(errors).toBeUndefined()
      return data.auditLog
    }
    expect((await ask(list('totalCount'))).totalCount).toBe(found)
    const page = list('nodes { at requestId }')
    const sent = await sentBy(db.pool, async () => {
      expect((await ask(page)).nodes).toHaveLength(Math.min(20, found))
    })
    const reads = sent.filter(({ text }) => text.includes('audit_entry'))
    expect(reads).not.toEqual([])
    for (const planned of PLANNED) {
      for (const statement of reads) {
        const plan = await explain(db.pool, statement, planned)
        expect(rowsRead(plan, new Set(['audit_entry'])), planned).toBeLessThan(FEW)
      }
    }
  })
})
