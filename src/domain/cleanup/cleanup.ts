import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { startWorker } from '../worker.js'

const DAY_MS = 86_400_000
const INTERVAL_MS = 600_000

/**
 * Deletes what has expired, of all companies: sessions, tokens, idempotency keys, and audit entries older than
 * `auditDays` days (0: none). Begins immediately, and again every ten minutes. Between two batches it pauses as long as
 * the first one took. Returns the function that stops it and waits for its current batch.
 */
export const startCleanup = (db: Pick<Database, 'write'>, auditDays: number, log: Log) =>
  startWorker({
    next: async () => {
      const start = performance.now()
      const deleted = await deleteExpired(db, auditDays)
      if (deleted > 0) await delay(performance.now() - start)
      return deleted > 0
    },
    intervalMs: INTERVAL_MS,
    log,
    failure: 'Expired records could not be deleted',
  })

/**
 * Deletes one batch: at most 1,000 rows of each table, and 100 audit entries of each company. Returns the number of rows;
 * 0 while another instance does it.
 */
export async function deleteExpired(
  db: Pick<Database, 'write'>,
  auditDays: number,
): Promise<number> {
  const until = auditDays === 0 ? null : new Date(Date.now() - auditDays * DAY_MS)
  const { rows } = await db.write<{ deleted: number }>({
    name: 'delete-expired',
    text: 'select delete_expired($1) as deleted',
    values: [until],
  })
  return rows[0]?.deleted ?? 0
}

/** What metrics show of the work in the background of all instances. */
export interface CleanupFigures {
  /** When expired rows were last deleted; null if never. */
  readonly cleanedAt: Date | null
  /** The expired rows that were left over then, by table, each at most 10,000. */
  readonly leftOver: Readonly<Record<string, number>> | null
  /** When the oldest mail of the outbox was queued; null if it is empty. */
  readonly oldestMail: Date | null
}

export async function readCleanupFigures(
  db: Pick<Database, 'read'>,
): Promise<CleanupFigures | undefined> {
  const { rows } = await db.read<CleanupFigures>({
    name: 'service-figures',
    text: `select cleaned_at as "cleanedAt", left_over as "leftOver", oldest_mail as "oldestMail" from service_figures()`,
  })
  return rows[0]
}
