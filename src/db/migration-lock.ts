import type { ClientBase } from 'pg'
import { type Log, withProgress } from '../log/log.js'

/** The key of the advisory lock. `prisma migrate deploy` takes the same one. */
const LOCK_KEY = 72_707_369

/**
 * Runs `work` in a transaction without time limits, while no other process migrates the database. The advisory lock and
 * the settings end with the transaction: through PgBouncer, a lock or setting of the session would pass to the
 * session's next client.
 */
export async function inLockedTransaction<Result>(
  client: ClientBase,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    const locked = client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
    await withProgress(log, 'Waiting for another process to migrate the database', locked)
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
