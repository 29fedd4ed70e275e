import type { Database } from '../../src/db/connect.js'
import { readModel } from '../../src/db/generated/read-model.js'
import { withOwnStatements } from './own-statements.js'

/** A digest of each table's rows of some companies. It changes with every write. */
export async function tableDigestsOf(db: Database, ...companyIds: number[]) {
  const tables = Object.values(readModel).filter(({ tenant }) => tenant)
  const digests = tables.map(
    ({ table, tenant }) =>
      `select '${table}' as "table", md5(string_agg(row::text, E'\\n' order by row::text)) as digest
       from ${table} as row where ${tenant} = any($1)`,
  )
  const { rows } = await withOwnStatements(db).pool.query<{ table: string; digest: string | null }>(
    digests.join(' union all '),
    [companyIds],
  )
  return rows
}

/** The number of rows of each table of the database, of all companies and of none. */
export async function rowCountsOf(db: Database) {
  const { pool } = withOwnStatements(db)
  const { rows: tables } = await pool.query<{ table: string }>(
    `select relname as "table" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const counts = tables.map(({ table }) => `select '${table}' as "table", count(*) from "${table}"`)
  const { rows } = await pool.query<{ table: string; count: string }>(counts.join(' union all '))
  return rows
}
