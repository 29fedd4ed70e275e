import { authorise } from '../access/policy.js'
import { type Created, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { lockReferences } from '../record/lock-reference.js'
import { insertRecord } from '../record/write-record.js'
import { riskIdOf } from '../risk/risk.js'
import { ValidationErrors } from '../validation-errors.js'
import { setExpectedAssetTypes } from './set-expected-asset-types.js'

export interface NewZoneType {
  readonly description: string
  readonly riskLevel?: string | null | undefined
  /** The types of the assets that zones of this type should have. */
  readonly assetTypeIds?: readonly RecordKey[] | null | undefined
}

/** Creates a zone type. */
export async function createZoneType(domain: Domain, input: NewZoneType): Promise<Created> {
  authorise(domain.viewer, 'createZoneType')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    const description = errors.text('description', input.description)
    const riskId = riskIdOf(errors, input.riskLevel)
    const keys = input.assetTypeIds ?? []
    const assetTypeIds = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    errors.throwIfAny()

    const zoneType = await insertRecord(tx, 'ZoneType', { description, riskId })
    await setExpectedAssetTypes(tx, zoneType.id, assetTypeIds)
    return zoneType
  })
}
