import type { Pool, QueryConfig } from 'pg'

const CALL = /^select (insert_jobs|lock_references_of_jobs?)\(/
/** The position of the first argument of a call that is a key. */
const FIRST = { insert_jobs: 3, lock_references_of_job: 1, lock_references_of_jobs: 1 } as const

/** The arguments of `lock_references_of_job` after the company: ids and UUIDs of sites, types, technicians and zones. */
const ARGUMENTS = ['site', 'type', 'technician', 'zone'].flatMap((noun) => [
  [`${noun}_ids`, 'int[]'] as const,
  [`${noun}_uuids`, 'uuid[]'] as const,
])

/**
 * The statement in a function that locks the references of jobs, with the values of a call of this function, or of `insert_jobs`,
 * which calls it. PostgreSQL explains no statements of functions. Undefined for any other statement.
 */
export async function lockStatementOf(
  pool: Pool,
  { text, values = [] }: QueryConfig,
): Promise<QueryConfig | undefined> {
  const name = CALL.exec(text)?.[1] as keyof typeof FIRST | undefined
  if (!name) return undefined
  const first = FIRST[name]
  const keys = values.slice(first, first + ARGUMENTS.length)
  const isOne =
    name === 'insert_jobs' ? (values[12] as unknown[]).length === 1 : !name.endsWith('s')
  const { rows } = await pool.query<{ body: string }>(
    'select prosrc as body from pg_proc where proname = $1',
    [isOne ? 'lock_references_of_job' : 'lock_references_of_jobs'],
  )
  const body = /RETURN \((SELECT[\s\S]*)\);\s*END/.exec(rows[0]?.body ?? '')?.[1]
  if (body === undefined) throw new Error('expected a function that returns a select')
  const bound = ARGUMENTS.reduce(
    (sql, [argument, type], index) =>
      sql.replaceAll(new RegExp(`\\b${argument}\\b`, 'g'), `($${index + 2}::${type})`),
    body.replaceAll(/= company\b/g, '= $1::int'),
  )
  return { text: bound, values: [values[0], ...keys] }
}
