import type { Database } from '../../db/connect.js'
import pLimit from 'p-limit'
import type { Log } from '../../log/log.js'
import { deleteObject, type ObjectPlace } from '../document/objects.js'
import { atHalfSpeed, startWorker } from '../worker.js'

const DAY_MS = 86_400_000
const INTERVAL_MS = 600_000

/** The number of objects that are deleted at the same time. */
const DELETIONS = 8

/**
 * Deletes what has expired, of all companies: sessions, tokens, idempotency keys, and audit entries older than
 * `auditDays` days (0: none). Begins immediately, and again every ten minutes. Between two batches it pauses as long as
 * the first one took. Returns the function that stops it and waits for its current batch.
 */
export const startCleanup = (db: Pick<Database, 'write'>, auditDays: number, log: Log) =>
  startWorker({
    next: atHalfSpeed(
      inTurn([
        () => deleteExpired(db, auditDays),
        () => deleteDeliveries(db),
        () => deleteStateChanges(db),
      ]),
    ),
    intervalMs: INTERVAL_MS,
    log,
    failure: 'Expired records could not be deleted',
  })

/** Each call deletes one batch: of each kind in turn, until nothing is left of any. Returns whether there may be more. */
function inTurn(kinds: readonly (() => Promise<number>)[]) {
  let left = kinds
  return async (): Promise<boolean> => {
    const [deleteBatch, ...others] = left.length > 0 ? left : kinds
    // If a batch fails, the next call goes on with the others.
    left = others
    if (deleteBatch && (await deleteBatch()) > 0) left = [...others, deleteBatch]
    return left.length > 0
  }
}

/**
 * Deletes the objects of stores that no document needs. Begins immediately, and again every ten minutes. Returns the function that stops
 * it and waits for its current batch.
 */
export const startObjectCleanup = (db: Database, log: Log) =>
  startWorker({
    next: () => deleteObjects(db),
    intervalMs: INTERVAL_MS,
    log,
    failure: 'Files of deleted uploads could not be deleted from their store',
  })

/**
 * Deletes one batch of at most 100 objects, of all companies, in the stores that are configured. Returns whether there were any. Throws the
 * first error after all others were tried.
 */
export async function deleteObjects(db: Database): Promise<boolean> {
  if (db.stores.names.length === 0) return false
  const { rows } = await db.write<ObjectPlace>({
    name: 'objects-to-delete',
    text: 'select company as "companyId", object as id, place as store from objects_to_delete($1, $2)',
    values: [new Date(Date.now() - DAY_MS), db.stores.names],
  })
  const limit = pLimit(DELETIONS)
  const results = await Promise.allSettled(
    rows.map((place) =>
      limit(() => deleteObject(db.forCaller({ companyId: place.companyId }), place)),
    ),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return rows.length > 0
}

/**
 * Deletes one batch: at most 1,000 rows of each table, and 100 audit entries of each company. Returns the number of rows;
 * 0 while another instance does it.
 */
export function deleteExpired(db: Pick<Database, 'write'>, auditDays: number): Promise<number> {
  const until = auditDays === 0 ? null : new Date(Date.now() - auditDays * DAY_MS)
  return deleteBatch(db, 'delete-expired', 'delete_expired($1)', [until])
}

/** The days for which the deliveries of webhooks are kept. */
const DELIVERY_DAYS = 30

/** Deletes one batch of deliveries, at most 1,000 of each company. Returns their number; 0 while another instance does it. */
function deleteDeliveries(db: Pick<Database, 'write'>): Promise<number> {
  const until = new Date(Date.now() - DELIVERY_DAYS * DAY_MS)
  return deleteBatch(db, 'delete-deliveries', 'delete_expired_deliveries($1)', [until])
}

/** Deletes one batch of state changes that are older than the deleted audit entries. Returns their number. */
const deleteStateChanges = (db: Pick<Database, 'write'>): Promise<number> =>
  deleteBatch(db, 'delete-state-changes', 'delete_expired_state_changes()')

async function deleteBatch(
  db: Pick<Database, 'write'>,
  name: string,
  call: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const text = `select ${call} as deleted`
  const { rows } = await db.write<{ deleted: number }>({ name, text, values: [...values] })
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
  /** The notices for mails that were not sent yet. */
  readonly waitingNotices: number
  /** When the oldest notice was written; null if there is none. */
  readonly oldestNotice: Date | null
  /** The deliveries of webhooks that are pending, except of disabled ones. */
  readonly pendingDeliveries: number
  /** Since when the oldest of them is due; null if none is due. */
  readonly oldestDelivery: Date | null
}

export async function readCleanupFigures(
  db: Pick<Database, 'read'>,
): Promise<CleanupFigures | undefined> {
  const { rows } = await db.read<CleanupFigures>({
    name: 'service-figures',
    text: `select cleaned_at as "cleanedAt", left_over as "leftOver", oldest_mail as "oldestMail", waiting::int as "waitingNotices",
      oldest as "oldestNotice", pending::int as "pendingDeliveries", oldest_due as "oldestDelivery"
      from service_figures() cross join notice_figures() cross join delivery_figures()`,
  })
  return rows[0]
}
