import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { newCompany, newUser } from '../support/builders.js'
import { directUrl } from '../support/direct-url.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { withOwnStatements } from '../support/own-statements.js'
import { silentLog } from '../support/silent-log.js'

/** A filter of `auditLog`, and the number of entries that it finds. */
export type Search = readonly [filter: string, found: number]

/** A service on a database of its own, in which a company has this number of audit entries, one in a minute. */
export async function openLongLog(serverUrl: string, entries: number) {
  const source = await createServerDatabase(directUrl(serverUrl))
  const config = readConfig({ ...PATIENT, MAX_COMPLEXITY: '1000000000' })
  const db = withOwnStatements(connectSource(source, config, silentLog))
  const app = await createApp(config, db, pino({ level: 'silent' }))
  const close = async () => {
    await app.close()
    await db.close()
    await source.close()
  }
  const company = await newCompany(db)
  const rare = await newUser(company)
  const { accessToken } = await newSession(company.admin)
  const start = Date.now() - entries * 60_000
  await db.pool.query(
    `insert into audit_entry (company_id, transaction_id, at, record_type, record_id, action, after, user_id, request_id)
     select $1::int, i, to_timestamp($2::float8 / 1000) + i * interval '1 minute', 'Client', $3::uuid, 'updated', '{}',
       case when i % ($6::int / 5) = 0 then $4 else $5::int end, 'request-' || i
     from generate_series(1, $6::int) i`,
    [company.companyId, start, randomUUID(), rare.id, company.users.admin.id, entries],
  )
  await db.pool.query('vacuum analyze audit_entry')

  const time = (minute: number) => new Date(start + minute * 60_000).toISOString()
  const half = entries / 2
  const searches: Readonly<Record<SearchName, Search>> = {
    'a user with few entries': [`userIds: ["${rare.uuid}"]`, 5],
    'a request': ['requestIds: ["request-777"]', 1],
    'a day long ago': [`at: { from: "${time(1000)}", to: "${time(2440)}" }`, 1441],
    'a long time': [`at: { from: "${time(1000)}", to: "${time(half)}" }`, half - 999],
    'a time before all entries': [`at: { to: "${time(-600)}" }`, 0],
  }
  /** The fields of the first page of a search. */
  const ask = async ([filter]: Search, fields: string) => {
    const query = `{ auditLog(first: 20, filter: { recordTypes: [CLIENT], ${filter} }) { ${fields} } }`
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query },
    })
    const { data, errors } = response.json<Answer>()
    if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
    return data.auditLog
  }
  return { db, searches, ask, close }
}

export const SEARCHES = [
  'a user with few entries',
  'a request',
  'a day long ago',
  'a long time',
  'a time before all entries',
] as const
type SearchName = (typeof SEARCHES)[number]

interface Answer {
  readonly data: { readonly auditLog: { readonly totalCount?: number; readonly nodes?: object[] } }
  readonly errors?: readonly unknown[]
}
