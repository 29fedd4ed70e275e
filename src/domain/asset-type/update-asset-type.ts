import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'
import { takenIfNotUnique } from '../unique.js'
import {
  type AssetTypeDetails,
  checkAssetTypeDetails,
  checkShortCode,
  SHORT_CODE_TAKEN,
} from './asset-type-details.js'

/** Absent fields stay as they are. `customFields` takes the place of the whole list. */
export interface AssetTypeChange extends AssetTypeDetails {
  readonly id: RecordKey
  readonly name?: string | null | undefined
  readonly shortCode?: string | null | undefined
}

/**
 * Changes a type of asset. Assets keep their codes, risks, due dates and the values of fields that keep their `fieldId`;
 * values of other fields are no longer shown.
 */
export function updateAssetType(domain: Domain, input: AssetTypeChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateAssetType')
  const updated = inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'AssetType', input.id)
    const errors = new ValidationErrors()
    const name = errors.text('name', input.name)
    const shortCode = await checkShortCode(tx, errors, input.shortCode, id)
    const details = await checkAssetTypeDetails(tx, errors, input)
    errors.throwIfAny()

    return tx.prisma.assetType.update({
      where: { id, companyId: tx.viewer.companyId },
      data: { ...omitUndefined({ name, shortCode }), ...details },
      select: { id: true },
    })
  })
  return takenIfNotUnique(updated, 'shortCode', SHORT_CODE_TAKEN)
}
