import type { Created, Domain, RecordKey } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { lockReference } from '../record/lock-reference.js'

export interface NewZone {
  readonly siteId: RecordKey
  readonly typeId: RecordKey
  readonly name: string
  /** The floor area. If absent or null, it is stored as 0, which means not measured. */
  readonly sizeSquareMetres?: number | null | undefined
}

export const createZone = (domain: Domain, input: NewZone): Promise<Created> =>
  createRecord(domain, 'Zone', (tx, errors) => ({
    userId: tx.viewer.userId,
    siteId: lockReference(tx, errors, 'siteId', 'Site', input.siteId),
    typeId: lockReference(tx, errors, 'typeId', 'ZoneType', input.typeId),
    name: errors.text('name', input.name),
    size: errors.integer('sizeSquareMetres', input.sizeSquareMetres ?? 0, 0),
  }))
