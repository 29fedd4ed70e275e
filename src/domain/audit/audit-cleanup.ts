import type { Database } from '../../db/connect.js'
import type { Log } from '../../db/log.js'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Deletes audit entries that are older than `days`: immediately, and then every hour; never if `days` is 0. Returns the
 * function that stops the cleanup and waits for its current statement.
 */
export function startAuditCleanup(db: Pick<Database, 'query'>, days: number, log: Log) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  const work = async () => {
    try {
      while (!stopped && (await deleteOldEntries(db, days)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'Old audit entries could not be deleted')
    }
    if (!stopped) timer = setTimeout(start, HOUR_MS).unref()
  }
  const start = () => {
    round = work()
  }
  if (days > 0) start()
  return async (): Promise<void> => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}

/** Deletes some of the entries that are older than `days`, of each company. Returns how many. */
export async function deleteOldEntries(db: Pick<Database, 'query'>, days: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>({
    name: 'delete-old-audit-entries',
    text: 'select delete_audit_entries($1) as deleted',
    values: [new Date(Date.now() - days * DAY_MS)],
  })
  return rows[0]?.deleted ?? 0
}
