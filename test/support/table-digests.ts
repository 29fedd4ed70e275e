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

/** The number of rows of each table of the database: those of a company, or all rows of a table without companies. */
export async function rowCountsOf(db: Database, companyId: number) {
  const { pool } = withOwnStatements(db)
  const { rows: tables } = await pool.query<{ table: string; tenant: string | null }>(
    `select c.relname as "table", a.attname as tenant from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attname = case when c.relname = 'company' then 'id' else 'company_id' end
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const counts = tables.map(
    ({ table, tenant }) =>
      `select '${table}' as "table", count(*) from "${table}" where ${tenant ?? '$1::int'} = $1::int`,
  )
  const { rows } = await pool.query<{ table: string; count: string }>(counts.join(' union all '), [
    companyId,
  ])
  return rows
}
