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
