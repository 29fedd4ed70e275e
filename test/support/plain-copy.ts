import pg from 'pg'
import { readConfig } from '../../src/config/config.js'
import { connectSource, type Database, migrateSource } from '../../src/db/connect.js'
import { serverOfCompany } from '../../src/db/shards/companies.js'
import { serverSource } from '../../src/db/source.js'
import { afterFile } from './after-file.js'
import { connectDirectly } from './database.js'
import { PATIENT } from './patient-settings.js'
import { createEmptyDatabase } from './server-database.js'
import { silentLog } from './silent-log.js'

let close: (() => Promise<void>) | undefined
afterFile(async () => {
  await close?.()
  close = undefined
})

/** The tables of companies, with the columns that are not computed. */
const TABLES = `
select c.relname as name, string_agg(quote_ident(a.attname), ',' order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  and (c.relname = 'company' or exists (
    select 1 from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id' and k.attnotnull))
group by c.relname order by c.relname`

/**
 * Copies the rows of a company from the distributed test database to a plain one, which is closed after the test file. It is on the
 * server that has the company, because the end of the audit log depends on the ids of that server's transactions.
 */
export async function openPlainCopy(companyId: number): Promise<Database> {
  const source = await connectDirectly()
  const { host, port } = await serverOfCompany(source, companyId)
  const { url, drop } = await createEmptyDatabase(`postgresql://postgres@${host}:${port}/postgres`)
  const plain = serverSource(url)
  await migrateSource(plain, 60_000, silentLog)
  const target = new pg.Client(url)
  await target.connect()
  // Without triggers and checks of foreign keys: they would write audit entries, and need an order of the tables.
  await target.query('set session_replication_role = replica')
  const { rows: tables } = await target.query<{ name: string; columns: string }>(TABLES)
  for (const { name, columns } of tables) {
    const key = name === 'company' ? 'id' : 'company_id'
    const { rows } = await source.query<{ all: string }>(
      `select coalesce(json_agg(to_json(t)), '[]')::text as all from ${name} t where t.${key} = $1`,
      [companyId],
    )
    await target.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [rows[0]?.all],
    )
  }
  await Promise.all([source.end(), target.end()])
  const database = connectSource(plain, readConfig(PATIENT), silentLog)
  close = async () => {
    await database.close()
    await drop()
  }
  return database
}
