import { authorise } from '../access/policy.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { lockReferences } from '../record/lock-reference.js'
import { requireForUpdate } from '../record/require-record.js'
import type { Change } from '../record/update-record.js'
import { updateColumns } from '../record/write-record.js'
import { riskIdOf } from '../risk/risk.js'
import { ValidationErrors } from '../validation-errors.js'
import type { NewZoneType } from './create-zone-type.js'
import { setExpectedAssetTypes } from './set-expected-asset-types.js'

/** `assetTypeIds` replaces the whole list. */
export type ZoneTypeChange = Change<NewZoneType>

/** Updates a zone type. Its description cannot be cleared. */
export async function updateZoneType(domain: Domain, input: ZoneTypeChange): Promise<Changed> {
  authorise(domain.viewer, 'updateZoneType')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'ZoneType', input.id)
    const errors = new ValidationErrors()
    const description = errors.text('description', input.description)
    const riskId = riskIdOf(errors, input.riskLevel)
    const keys = input.assetTypeIds ?? []
    const assetTypeIds = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    errors.throwIfAny()

    await updateColumns(tx, 'ZoneType', id, { description, riskId })
    if (input.assetTypeIds !== undefined) await setExpectedAssetTypes(tx, id, assetTypeIds)
    return { id }
  })
}
