import { type ChosenId, newUuidOf } from '../chosen-id/chosen-id.js'
import type { RecordKey } from '../domain.js'
import { riskIdOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkBarcode } from './check-barcode.js'
import { checkCustomFieldValues, type CustomFieldValue, fieldsOf } from './custom-field-values.js'
import type { FoundReferences } from './find-new-asset-references.js'
import type { AssetRow } from './insert-assets.js'

export interface NewAsset extends ChosenId {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Absent: generated from the type's short code and the company's counter. */
  readonly code?: string | null | undefined
  /** An external barcode. Absent: generated from the company's counter. */
  readonly barcode?: string | null | undefined
  /** Absent: the risk level of the type. */
  readonly riskLevel?: string | null | undefined
  readonly customFieldValues?: readonly CustomFieldValue[] | null | undefined
}

/** The input after the checks that need no database: texts are trimmed, and the risk level is an id. */
export type NormalizedNewAsset = ReturnType<typeof normalizeNewAsset>

export const normalizeNewAsset = (
  errors: ValidationErrors,
  { zoneId, typeId, ...input }: Omit<NewAsset, 'id'>,
) => ({
  zoneId,
  typeId,
  code: errors.optionalText('code', input.code, 64) ?? null,
  barcode: errors.optionalText('barcode', input.barcode, 128) ?? null,
  riskId: riskIdOf(errors, input.riskLevel),
})

/** Runs the checks that need the records found in the database. Returns undefined if there is an error. */
export function checkNewAsset(
  errors: ValidationErrors,
  { id, customFieldValues: given }: NewAsset,
  { zoneId, typeId, code, barcode, riskId }: NormalizedNewAsset,
  found: FoundReferences,
): AssetRow | undefined {
  const zone = found.zones.get(zoneId)
  const type = found.types.get(typeId)
  const foundBarcode = barcode === null ? undefined : found.barcodes.get(barcode)
  if (foundBarcode) checkBarcode(errors, foundBarcode)
  errors.reference('zoneId', zone, 'Zone')
  errors.reference('typeId', type, 'AssetType')
  if (code !== null && found.takenCodes.has(code)) errors.taken('code')
  if (!type) return undefined
  const metaData = checkCustomFieldValues(errors, fieldsOf(type), given ?? [], {})
  if (!zone || !errors.allowWrite) return undefined
  return {
    uuid: newUuidOf({ id }),
    code,
    barcode,
    metaData,
    zoneId: zone.id,
    type,
    riskId: riskId ?? type.riskId,
  }
}
