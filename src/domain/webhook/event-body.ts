import type { LogPosition } from '../change-feed/read-changes.js'
import type { FieldChange } from '../log-follower/log-row.js'

/** The most bytes of a body. */
const MAX_BYTES = 20_000

export interface EventContent {
  readonly type: string
  readonly at: Date
  readonly position: LogPosition
  readonly recordType: string
  readonly recordId: string
  readonly fieldsChanged: readonly FieldChange[]
  readonly actor: Actor | null
  /** The JSON text of what the query has read; undefined: nothing. */
  readonly data: string | undefined
}

/** The user and the API key of the write, as UUIDs; null for what time or the operator has done. */
export interface Actor {
  readonly userId: string | null
  readonly apiKeyId: string | null
  readonly requestId: string | null
}

/**
 * The bytes of an event, which all attempts send. A body over 20 kB is thin: without values and `data`, and with `truncated`. The
 * receiver then reads the record.
 */
export function eventBody(content: EventContent): string {
  const { type, at, position, recordType, recordId, fieldsChanged, actor, data } = content
  const head = {
    type,
    timestamp: at.toISOString(),
    // Texts of equal length: they sort as the positions do.
    cursor: `${position.transactionId.padStart(19, '0')}-${String(position.id).padStart(10, '0')}`,
    record: { type: recordType, id: recordId },
  }
  const full = withData({ ...head, fieldsChanged, actor }, data)
  if (Buffer.byteLength(full) <= MAX_BYTES) return full
  const names = fieldsChanged.map(({ field }) => ({ field }))
  return withData({ ...head, truncated: true, fieldsChanged: names, actor }, undefined)
}

/** The text of `data` is inserted as PostgreSQL has written it. */
const withData = (rest: object, data: string | undefined) =>
  `${JSON.stringify(rest).slice(0, -1)},"data":${data ?? 'null'}}`
