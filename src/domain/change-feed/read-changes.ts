import type { Sql } from '../../db/connect.js'
import type { Reader } from '../../db/read/read.js'
import { endSql, isAfterEndSql, isExpiredSql, type LogPart, logRowsSql } from './log-sql.js'
import { addChange, type ChangedRecord, changesOf, type LastChanges } from './last-changes.js'
import { FEED_MODELS, type FeedModel } from './live-records.js'

/** A place in the log. The number of a transaction has 64 bits, so it is a text. */
export interface LogPosition {
  readonly transactionId: string
  readonly id: number
}

export interface ChangePage {
  readonly changes: readonly ChangedRecord[]
  /** Where the next page begins. */
  readonly position: LogPosition
  readonly hasMore: boolean
  /** Whether the page begins after the end of the log: a replica may have an earlier end, or the database was restored. */
  readonly isAfterEnd: boolean
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
    const position = await findEnd(db, companyId, 'read')
    return { changes: [], position, hasMore: false, isAfterEnd: false }
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
  return { changes, position: { transactionId, id }, hasMore, isAfterEnd: log.isAfterEnd }
}

/** Reads the log of one company after a position. One statement. Undefined if there is no such company. */
export async function readLog(
  db: Pick<Sql, 'read'>,
  companyId: number,
  after: LogPosition,
  limit: number,
): Promise<(LogRead & Pick<ChangePage, 'isAfterEnd'>) | undefined> {
  const { rows } = await db.read<LogRead & Pick<ChangePage, 'isAfterEnd'>>({
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

const isOneOf = (types: readonly FeedModel[], type: string): type is FeedModel =>
  types.some((each) => each === type)

/** The columns of a `LogRead`. */
export const logColumns = (part?: LogPart) => `
  ${isExpiredSql(part)} as expired,
  (select coalesce(json_agg(json_build_array(p.transaction_id::text, p.id, p.record_type, p.record_id, p.key_hash)
      order by p.transaction_id, p.id), '[]')
    from (${logRowsSql({ entry: 'l.key_hash', state: 'l.key_hash' }, part)}) p) as rows`

const READ_LOG = `select ${isAfterEndSql()} as "isAfterEnd", ${logColumns()} from company where company.id = $1::int`
