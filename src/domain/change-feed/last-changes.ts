import type { Reader } from '../../db/read/read.js'
import { type FeedModel, findLiveRecords } from './live-records.js'
import type { LogPosition, LogRow } from './read-changes.js'

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
