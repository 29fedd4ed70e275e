import type { Database } from '../../db/connect.js'
import type { Log } from '../../db/log.js'
import { startWorker } from '../worker.js'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Deletes audit entries that are older than `days` days: immediately, and then every hour; never if `days` is 0.
 * Returns the function that stops the cleanup and waits for its current statement.
 */
export const startAuditCleanup = (db: Pick<Database, 'query'>, days: number, log: Log) =>
  days === 0
    ? async () => undefined
    : startWorker({
        next: async () => (await deleteOldEntries(db, days)) > 0,
        intervalMs: HOUR_MS,
        log,
        failure: 'Old audit entries could not be deleted',
      })

/** Deletes one batch of entries that are older than `days` days: at most 100 of each company. Returns their number. */
export async function deleteOldEntries(db: Pick<Database, 'query'>, days: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>({
    name: 'delete-old-audit-entries',
    text: 'select delete_audit_entries($1) as deleted',
    values: [new Date(Date.now() - days * DAY_MS)],
  })
  return rows[0]?.deleted ?? 0
}
