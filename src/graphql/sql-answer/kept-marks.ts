import { isSameEnd, isSameServer, type LogMark } from '../../domain/log-mark/log-mark.js'
import type { FoundMark } from '../../domain/log-mark/read-mark.js'

/** A text that is right at a mark, and from it until a time of the database in microseconds. */
export interface Marked {
  readonly mark: LogMark
  readonly until: number | undefined
}

const isInTime = (until: number | undefined, { at }: LogMark) => until === undefined || at < until

/** Whether the statement that has read `found` knew the mark `since`, and found no change. */
export const isUnchangedSince = (
  since: LogMark,
  { mark, hasChanged }: FoundMark,
  until: number | undefined,
) => hasChanged === false && isSameServer(since, mark) && isInTime(until, mark)

/** Whether the mark of a read that has begun in the meantime has the same end of the log. */
export const isUnchangedAt = ({ mark, until }: Marked, found: FoundMark) =>
  mark.server === found.mark.server &&
  mark.risks === found.mark.risks &&
  isSameEnd(mark, found.mark) &&
  isInTime(until, found.mark)
