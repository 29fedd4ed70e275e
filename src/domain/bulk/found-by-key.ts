import type { RecordKey } from '../domain.js'
import { identify, isKey } from '../record/record-key.js'

/** Finds records of a lookup by their keys: integer ids or UUIDs. */
export class FoundByKey<Found extends { readonly id: number; readonly uuid: string }> {
  private readonly found = new Map<number | string, Found>()

  constructor(records: readonly Found[]) {
    for (const record of records) this.found.set(record.id, record).set(record.uuid, record)
  }

  /** The record with this key; null if it was not found, or if there is no key. */
  get(key: RecordKey | null | undefined): Found | null {
    if (!isKey(key)) return null
    const condition = identify(key)
    return this.found.get('id' in condition ? condition.id : condition.uuid) ?? null
  }
}
