import type { ClientBase } from 'pg'
import type { Log } from '../log/log.js'

/** Without statistics, a table above this size in bytes gets bad plans. */
const LARGE = 1_000_000

/**
 * The large tables without planner statistics: `pg_restore` does not bring any, and the server collects them only after many
 * changes. None if the user is subject to row-level security, because PostgreSQL does not show it the statistics.
 */
export async function tablesWithoutStatistics(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND pg_relation_size(c.oid) > $1
       AND NOT row_security_active(c.oid)
       AND NOT EXISTS (SELECT FROM pg_stats s WHERE s.schemaname = 'public' AND s.tablename = c.relname)
     ORDER BY 1`,
    [LARGE],
  )
  return rows.map(({ name }) => name)
}

/** Warns at the start if tables have rows and no statistics. */
export async function warnWithoutStatistics(client: ClientBase, log: Log): Promise<void> {
  const tables = await tablesWithoutStatistics(client)
  if (tables.length === 0) return
  log.warn(
    { tables },
    'Tables have no statistics, so queries are slow: run vacuumdb --analyze-in-stages',
  )
}
