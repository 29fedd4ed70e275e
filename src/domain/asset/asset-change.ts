import type { Row, Rows } from '../bulk/rows.js'
import { isKey } from '../record/record-key.js'
import { requireCurrent } from '../record/require-record.js'
import type { Change } from '../record/update-record.js'
import { riskIdOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { FoundType } from './asset-references.js'
import type { AssetValues } from './change-assets.js'
import { carriedOver, checkCustomFieldValues, fieldsOf } from './custom-field-values.js'
import type { FoundAsset, FoundForChange } from './find-changed-assets.js'
import type { NewAsset } from './new-asset.js'

/**
 * If `riskLevel` is null, the asset gets the risk level of its type. `customFieldValues` changes only the fields that
 * it lists; null clears all values.
 */
export type AssetChange = Change<Omit<NewAsset, 'barcode'>> & {
  /** Whether values that the new type does not keep may be lost. Absent: they are an error. */
  readonly discardValues?: boolean | null | undefined
}

/** The input after the checks that need no database: texts are trimmed, and the risk level is an id. */
export type NormalizedAssetChange = ReturnType<typeof normalizeAssetChange>

export const normalizeAssetChange = (errors: ValidationErrors, input: AssetChange) => ({
  id: input.id,
  zoneId: input.zoneId,
  typeId: input.typeId,
  code: errors.text('code', input.code, 64),
  riskId: riskIdOf(errors, input.riskLevel),
  // If false, all new values come from the input, and a concurrent update of the asset does not require a retry.
  needsOldType:
    input.typeId !== undefined || input.customFieldValues !== undefined || input.riskLevel === null,
})

/** Runs the checks that need the records found in the database. Returns undefined if there is an error. */
export function checkAssetChange(
  rows: Rows<AssetChange>,
  row: Row<AssetChange>,
  { code, riskId, needsOldType }: NormalizedAssetChange,
  found: FoundForChange,
): AssetValues | undefined {
  const { errors, input } = row
  const asset = rows.attempt(row, () => requireCurrent('Asset', found.assets.get(input.id), input))
  if (!asset) return undefined
  const zone = found.zones.get(input.zoneId)
  const newType = found.types.get(input.typeId)
  errors.required('zoneId', input.zoneId)
  if (isKey(input.zoneId)) errors.reference('zoneId', zone, 'Zone')
  errors.required('typeId', input.typeId)
  if (isKey(input.typeId)) errors.reference('typeId', newType, 'AssetType')
  const owner = code === undefined ? undefined : found.codeOwners.get(code)
  if (owner !== undefined && owner !== asset.id) errors.taken('code')
  const oldType = needsOldType ? (found.oldTypes.get(asset.typeId) ?? null) : null
  const type = input.typeId === undefined ? oldType : newType
  const metaData = checkMetaData(errors, asset, oldType, type, input)
  if (!errors.allowWrite) return undefined
  return {
    id: asset.id,
    version: needsOldType || input.expectedUpdatedAt ? asset.version : null,
    zoneId: zone?.id ?? null,
    type,
    code,
    riskId: riskId === null ? (type?.riskId ?? null) : riskId,
    metaData,
  }
}

/** The new values of the custom fields; undefined if neither the input nor a new type changes them. */
function checkMetaData(
  errors: ValidationErrors,
  { metaData }: FoundAsset,
  oldType: FoundType | null,
  type: FoundType | null,
  { customFieldValues: input, discardValues }: AssetChange,
): Record<string, string> | undefined {
  const isNewType = type?.id !== oldType?.id
  if (!type || (input === undefined && !isNewType)) return undefined
  const fields = fieldsOf(type)
  if (input === null) return checkCustomFieldValues(errors, fields, [], {})
  if (!oldType || !isNewType) return checkCustomFieldValues(errors, fields, input ?? [], metaData)
  const { kept, lost } = carriedOver(metaData, fieldsOf(oldType), fields, input ?? [])
  if (lost.length > 0 && discardValues !== true) {
    errors.add('NOT_ALLOWED', 'typeId', `The values of ${lost.join(', ')} would be lost.`)
  }
  return checkCustomFieldValues(errors, fields, input ?? [], kept)
}
