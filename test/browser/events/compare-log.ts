import type { LogPosition } from '../../../src/domain/change-feed/read-changes.js'
import { isAfter } from '../../../src/domain/change-feed/read-logs.js'

/** A row of the log: an audit entry or a state change. */
export interface LoggedRow {
  readonly position: LogPosition
  readonly recordType: string
  readonly recordId: string
  /** Such as `created`, or `job_late late` for a state change. */
  readonly what: string
}

/** What a consumer has received of a change: its place in the log, and the record. */
export interface ReceivedChange {
  readonly position: LogPosition
  readonly recordId: string
}

interface Difference {
  readonly missing: number
  readonly twice: number
  readonly unknown: number
}

/**
 * Compares the changes that a reader of the log has received with the rows. It gets the last change of a record if there are several on a
 * page, so a row is missing if neither it nor a later one of the record has arrived. A change is repeated if it is not after the one before.
 */
export function compareReader(
  rows: readonly LoggedRow[],
  received: readonly ReceivedChange[],
): Difference {
  const known = new Set(rows.map(keyOf))
  const isCovered = (row: LoggedRow) =>
    received.some(
      ({ recordId, position }) => recordId === row.recordId && !isAfter(row.position, position),
    )
  return {
    missing: rows.filter((row) => !isCovered(row)).length,
    twice: received.filter((each, index) => {
      const before = received[index - 1]
      return before !== undefined && !isAfter(each.position, before.position)
    }).length,
    unknown: received.filter((each) => !known.has(keyOf(each))).length,
  }
}

/** Compares what must have arrived, each once, with what has. */
export function compareSets(expected: readonly string[], received: readonly string[]): Difference {
  const all = new Set(received)
  return {
    missing: expected.filter((each) => !all.has(each)).length,
    twice: received.length - all.size,
    unknown: [...all].filter((each) => !expected.includes(each)).length,
  }
}

export const described = ({ missing, twice, unknown }: Difference): string =>
  `${missing} missing, ${twice} twice, ${unknown} unknown`

const keyOf = ({ position: { transactionId, id }, recordId }: ReceivedChange) =>
  `${transactionId} ${id} ${recordId}`
