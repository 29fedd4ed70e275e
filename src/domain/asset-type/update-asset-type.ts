import type { Changed, Domain } from '../domain.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkAssetTypeDetails, checkShortCode } from './asset-type-details.js'
import type { NewAssetType } from './create-asset-type.js'
import { existingFields, refuseChangedKinds } from './refuse-changed-kinds.js'

/** `customFields` replaces the whole list. */
export type AssetTypeChange = Change<NewAssetType>

/**
 * Updates an asset type. Existing assets keep their codes, risks and custom field values; their due dates
 * follow from the new interval (`../asset/due-date.ts`), which writes no asset. If the type no
 * longer has a field with the `fieldId` of a value, the value is hidden. A field cannot get a kind that a value of an asset
 * is not of. Assets that show other values, labels, kinds, units or another order than before get the type's `updatedAt`
 * and an audit entry each: see the migrations 0021_shown_values and 0032_custom_field_kinds.
 */
export function updateAssetType(domain: Domain, input: AssetTypeChange): Promise<Changed> {
  const updated = updateRecord(domain, 'AssetType', input, async (tx, errors, { id }) => {
    const inputs = input.customFields ?? []
    const existing = inputs.length > 0 ? await existingFields(tx, id) : []
    const details = await checkAssetTypeDetails(tx, errors, input, existing)
    await refuseChangedKinds(tx, errors, id, inputs, existing, details.customFields ?? [])
    return {
      name: errors.text('name', input.name),
      shortCode: await checkShortCode(tx, errors, input.shortCode, id),
      ...details,
    }
  })
  return takenIfNotUnique('shortCode', updated)
}
