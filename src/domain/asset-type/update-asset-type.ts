import type { Changed, Domain } from '../domain.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkAssetTypeDetails, checkShortCode } from './asset-type-details.js'
import type { NewAssetType } from './create-asset-type.js'

/** `customFields` replaces the whole list. */
export type AssetTypeChange = Change<NewAssetType>

/**
 * Updates an asset type. Existing assets keep their codes, risks and custom field values; their due dates follow from the new
 * interval (`../asset/due-date.ts`), which writes no asset. If the type no
 * longer has a field with the `fieldId` of a value, the value is hidden. Assets that show other values, labels or another
 * order than before get the type's `updatedAt` and an audit entry each: see the migration 0021_shown_values.
 */
export function updateAssetType(domain: Domain, input: AssetTypeChange): Promise<Changed> {
  const updated = updateRecord(domain, 'AssetType', input, async (tx, errors, id) => ({
    name: errors.text('name', input.name),
    shortCode: await checkShortCode(tx, errors, input.shortCode, id),
    ...(await checkAssetTypeDetails(tx, errors, input)),
  }))
  return takenIfNotUnique('shortCode', updated)
}
