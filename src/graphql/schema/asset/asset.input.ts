import { ID } from 'type-graphql'
import type { ByIdWithReason } from '../../../domain/domain.js'
import type { NewAsset } from '../../../domain/asset/new-asset.js'
import type { CustomFieldValue } from '../../../domain/asset/custom-field-values.js'
import type { AssetChange } from '../../../domain/asset/asset-change.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { CHOSEN_ID } from '../common/chosen-id.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputObject('CustomFieldValueInput', 'The value of an asset for a custom field of its type.')
class CustomFieldValueInput implements CustomFieldValue {
  @NonNull(ID, 'The `fieldId` of the custom field.')
  readonly fieldId!: string

  @Nullable(
    String,
    'The value, by the kind of the field: a text, a number such as `12.5`, a date such as `2027-01-31`, `true` or `false`, or one of the options. Null, blank or absent clears it.',
  )
  readonly value?: string | null
}

@InputObject('CreateAssetsRow', 'An asset to create. Null counts as absent.')
export class CreateAssetsRow implements NewAsset {
  @Nullable(ID, CHOSEN_ID)
  readonly id?: string | null

  @NonNull(ID, 'The zone that contains the asset.')
  readonly zoneId!: string

  @NonNull(ID, 'The type of the asset.')
  readonly typeId!: string

  @Nullable(
    String,
    'The code: case-sensitive, unique in the company, removed assets included; default: generated from the type’s short code and a counter.',
  )
  readonly code?: string | null

  @Nullable(
    String,
    'The text of the barcode, unique in the company, removed assets included. Only for companies that allow external barcodes; default: generated.',
  )
  readonly barcode?: string | null

  @Nullable(RiskLevelEnum, 'How much a failure matters; default: the risk of the type.')
  readonly riskLevel?: RiskLevel | null

  @Nullable(
    [CustomFieldValueInput],
    'The values of custom fields. A required field must have one; a default is not used by itself.',
  )
  readonly customFieldValues?: CustomFieldValueInput[] | null
}

@InputObject('CreateAssetInput', 'The asset to create. Null counts as absent.')
export class CreateAssetInput extends CreateAssetsRow {}

@InputObject('UpdateAssetsRow', 'Changes to an asset. Absent fields keep their values.')
export class UpdateAssetsRow implements AssetChange {
  @NonNull(ID, 'The UUID of the asset.')
  readonly id!: string

  @Nullable(ID, 'The zone that contains the asset. Null is rejected.')
  readonly zoneId?: string | null

  @Nullable(
    ID,
    'The type of the asset. It keeps the values of custom fields that have the same label, kind and unit in the new type, if that allows them. Null is rejected.',
  )
  readonly typeId?: string | null

  @Nullable(String, 'The code: case-sensitive, unique in the company. Null is rejected.')
  readonly code?: string | null

  @Nullable(RiskLevelEnum, 'How much a failure matters; null for the risk of the type.')
  readonly riskLevel?: RiskLevel | null

  @Nullable([CustomFieldValueInput], 'The values to set. Other values stay; null clears all.')
  readonly customFieldValues?: CustomFieldValueInput[] | null

  @Nullable(
    Boolean,
    'Whether values that a new type does not keep may be lost. Default: false: the mutation is rejected, and the error names their fields.',
  )
  readonly discardValues?: boolean | null
}

@InputObject('UpdateAssetInput', 'Changes to an asset. Absent fields keep their values.')
export class UpdateAssetInput extends UpdateAssetsRow {}

@InputObject('RecommissionAssetInput', 'The asset to put back into use.')
export class RecommissionAssetInput implements ByIdWithReason {
  @NonNull(ID, 'The UUID of the asset.')
  readonly id!: string

  @NonNull(String, 'Why the asset is used again.')
  readonly reason!: string
}
