/*
 * A mark is the end of a company's log, as one snapshot of the database saw it: the newest audit entry, the newest state change, and the
 * transactions in progress, which may add entries before these. If a later snapshot sees the same newest rows, and none of the
 * transactions that were in progress, then no row was added between the two. The newest row is compared with its record and its time,
 * too, so a database that lost its last transactions, or was restored, has another mark.
 */

/** A row of the log: the number of its transaction, its id, the record, and the time in microseconds. */
export type LogRow = readonly [transactionId: string, id: number, record: string, at: string]

export interface LogMark {
  /** When the server was started. A server that takes over was started at another time. */
  readonly server: string
  /** The rows of the table of risks, whose changes leave no entries. */
  readonly risks: string | null
  /** The time of the database, in microseconds. */
  readonly at: number
  readonly entry: LogRow | null
  readonly state: LogRow | null
  /** The transactions in progress whose rows would come before the newest ones. */
  readonly open: readonly string[]
}

/** A mark as it was read, without the transactions that would add newer rows: these change the newest row. */
export function newMark(read: LogMark): LogMark {
  const newest = [read.entry, read.state].map((row) => BigInt(row?.[0] ?? 0))
  const isBefore = (transaction: string) => newest.some((each) => BigInt(transaction) <= each)
  return { ...read, open: read.open.filter(isBefore) }
}

/** Whether two marks are of one server, and `later` is not the earlier one. */
export const isSameServer = (earlier: LogMark, later: LogMark): boolean =>
  earlier.server === later.server && earlier.risks === later.risks && earlier.at <= later.at

/** Whether no row of the log was added between two marks. */
export const isSameEnd = (one: LogMark, other: LogMark): boolean =>
  one.open.length === 0 &&
  other.open.length === 0 &&
  JSON.stringify([one.entry, one.state]) === JSON.stringify([other.entry, other.state])
