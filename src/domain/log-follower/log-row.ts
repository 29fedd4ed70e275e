import type { LogPosition } from '../change-feed/read-changes.js'

/** A field before and after a write, as the API shows them. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

interface Row {
  readonly position: LogPosition
  readonly recordType: string
  /** The UUID of the record. */
  readonly recordId: string
  /** When the transaction began, or when the state changed. */
  readonly at: Date
  /** The user, the API key and the request of the write; null for what the operator, or time, has done. */
  readonly userId: number | null
  readonly apiKeyId: number | null
  readonly requestId: string | null
}

/** What a write has done to a record. The session and the operation are null for a write of the operator, too. */
export interface EntryRow extends Row {
  readonly action: 'created' | 'updated' | 'removed' | 'restored' | 'deleted'
  readonly changes: readonly FieldChange[]
  readonly sessionId: string | null
  readonly operation: string | null
}

/** A change of a state, by a write or by time. */
export interface StateRow extends Row {
  readonly action: 'state'
  readonly kind: string
  readonly fromState: string
  readonly toState: string
  readonly cause: 'write' | 'time'
}

/** A row of the log: an audit entry or a state change. */
export type LogRow = EntryRow | StateRow

/** A part of the log of a company, oldest row first. */
export interface LogPage {
  readonly rows: readonly LogRow[]
  /** Whether rows before these were deleted because of their age. */
  readonly hasGap: boolean
}
