import type { Sql } from '../../db/connect.js'
import type { Reader } from '../../db/read/read.js'
import { endSql, isExpiredSql, type LogPart, logRowsSql } from './log-sql.js'
import { FEED_MODELS, type FeedModel, findLiveRecords } from './live-records.js'

/** A place in the log. The number of a transaction has 64 bits, so it is a text. */
export interface LogPosition {
  readonly transactionId: string
  readonly id: number
}

/** A record that has changed. `position`: that of its last change on the page. */
export interface ChangedRecord {
  readonly position: LogPosition
  readonly recordType: FeedModel
  readonly recordId: string
  /** The hash of the idempotency key (`keyHashOf`) with which all changes of the record on the page were made; null if there is none. */
  readonly keyHash: string | null
  /** Whether the record is live now; otherwise it was removed or deleted. */
  readonly live: boolean
}

export interface ChangePage {
  readonly changes: readonly ChangedRecord[]
  /** Where the next page begins. */
  readonly position: LogPosition
  readonly hasMore: boolean
}

/** How many rows of the log one page reads, whatever their types: a page may have fewer changes than wanted, and more may follow. */
const SCAN = 500

/** A row of the log: the record that was written, or whose state has changed. */
export type LogRow = readonly [
  transactionId: string,
  id: number,
  recordType: string,
  recordId: string,
  /** See `ChangedRecord`. */
  keyHash: string | null,
]

/** What the log has after a position. */
export interface LogRead {
  readonly expired: boolean
  readonly rows: readonly LogRow[]
}

/**
 * The records that have changed after a position, each once, in the order of their last changes; without a position, none and the end of
 * the log. At most two statements. Undefined if entries after the position have been deleted.
 *
 * The audit entries and the state changes are one log. It ends before the oldest transaction in progress: see `isSettled`.
 */
export async function readChanges(
  { db, companyId }: Reader,
  after: LogPosition | undefined,
  types: readonly FeedModel[] = FEED_MODELS,
  first = 100,
): Promise<ChangePage | undefined> {
  if (!after) {
    return { changes: [], position: await findEnd(db, companyId, 'read'), hasMore: false }
  }
  const log = await readLog(db, companyId, after, SCAN)
  if (!log || log.expired) return undefined
  const last: LastChanges = new Map()
  let read = 0
  for (const row of log.rows) {
    const [, , recordType, recordId] = row
    if (isOneOf(types, recordType)) {
      if (!last.has(recordId) && last.size === first) break
      addChange(last, row, recordType)
    }
    read += 1
  }
  const changes = await changesOf({ db, companyId }, last)
  const hasMore = read < log.rows.length || log.rows.length === SCAN
  const [transactionId, id] = log.rows[read - 1] ?? [after.transactionId, after.id]
  return { changes, position: { transactionId, id }, hasMore }
}

/** Reads the log of one company after a position. One statement. Undefined if there is no such company. */
export async function readLog(
  db: Pick<Sql, 'read'>,
  companyId: number,
  after: LogPosition,
  limit: number,
): Promise<LogRead | undefined> {
  const { rows } = await db.read<LogRead>({
    name: 'read-change-log',
    text: READ_LOG,
    values: [companyId, after.transactionId, after.id, limit],
  })
  return rows[0]
}

/**
 * The end of a company's log: the position after which the rows of transactions follow that may still be in progress. By `read`, a
 * replica may answer, which may have an earlier one.
 */
export async function findEnd<How extends 'read' | 'write'>(
  db: Pick<Sql, How>,
  companyId: number,
  how: How,
): Promise<LogPosition> {
  const { rows } = await db[how]<{ end: string }>({
    name: 'end-of-log',
    text: `select (${endSql()})::text as "end" from company where company.id = $1::int`,
    values: [companyId],
  })
  return { transactionId: rows[0]?.end ?? '0', id: 0 }
}

/** The last change of each record, by its UUID. */
export type LastChanges = Map<string, Omit<ChangedRecord, 'live'>>

/** Replaces the earlier change of the record of a row. A map keeps the order in which keys were added. */
export function addChange(
  last: LastChanges,
  [transactionId, id, , recordId, hash]: LogRow,
  recordType: FeedModel,
): void {
  const before = last.get(recordId)
  const keyHash = before && before.keyHash !== hash ? null : hash
  last.delete(recordId)
  last.set(recordId, { position: { transactionId, id }, recordType, recordId, keyHash })
}

/** The changes, with whether their records are live. One statement. */
export async function changesOf(reader: Reader, last: LastChanges): Promise<ChangedRecord[]> {
  const changed = [...last.values()]
  const live = await findLiveRecords(
    reader,
    changed.map(({ recordType, recordId }) => ({ model: recordType, uuid: recordId })),
  )
  return changed.map((each) => ({ ...each, live: live.has(each.recordId) }))
}

const isOneOf = (types: readonly FeedModel[], type: string): type is FeedModel =>
  types.some((each) => each === type)

/** The columns of a `LogRead`. */
export const logColumns = (part?: LogPart) => `
  ${isExpiredSql(part)} as expired,
  (select coalesce(json_agg(json_build_array(p.transaction_id::text, p.id, p.record_type, p.record_id, p.key_hash)
      order by p.transaction_id, p.id), '[]')
    from (${logRowsSql({ entry: 'l.key_hash', state: 'l.key_hash' }, part)}) p) as rows`

const READ_LOG = `select ${logColumns()} from company where company.id = $1::int`
