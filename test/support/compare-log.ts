import type { Client } from 'pg'
import type { LogPosition } from '../../src/domain/change-feed/read-changes.js'
import { isAfter } from '../../src/domain/change-feed/read-logs.js'

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
  const last = new Map<string, LogPosition>()
  for (const { recordId, position } of received) {
    const before = last.get(recordId)
    if (!before || isAfter(position, before)) last.set(recordId, position)
  }
  const isCovered = ({ recordId, position }: LoggedRow) => {
    const to = last.get(recordId)
    return to !== undefined && !isAfter(position, to)
  }
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
  const [all, known] = [new Set(received), new Set(expected)]
  return {
    missing: expected.filter((each) => !all.has(each)).length,
    twice: received.length - all.size,
    unknown: [...all].filter((each) => !known.has(each)).length,
  }
}

export const described = ({ missing, twice, unknown }: Difference): string =>
  `${missing} missing, ${twice} twice, ${unknown} unknown`

/** Reads the logs of all companies of a database, in the order in which they are read. */
export async function readWholeLog(client: Client): Promise<LoggedRow[]> {
  return (await client.query<LoggedRow>(LOG)).rows
}

const LOG = `select json_build_object('transactionId', l.transaction_id::text, 'id', l.id) as position,
  l.record_type as "recordType", l.record_id as "recordId", l.what
from (
  select transaction_id, id, record_type, record_id, action as what from audit_entry
  union all
  select transaction_id, id, record_type, record_id, kind || ' ' || to_state from state_change
) l order by l.transaction_id, l.id`

/** A place in the log, from the cursor of a change. */
export function positionOf(cursor: string): LogPosition {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string]
  const [transactionId = '', id] = parts.slice(2)
  return { transactionId, id: Number(id) }
}

const keyOf = ({ position: { transactionId, id }, recordId }: ReceivedChange) =>
  `${transactionId} ${id} ${recordId}`
