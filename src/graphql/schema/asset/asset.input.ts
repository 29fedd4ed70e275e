import { GraphQLUUID } from 'graphql-scalars'
import { Field, ID, InputType } from 'type-graphql'
import type { NewAsset } from '../../../domain/asset/create-asset.js'
import type { CustomFieldValue } from '../../../domain/asset/custom-field-values.js'
import type { AssetChange } from '../../../domain/asset/update-asset.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('CustomFieldValueInput', {
  description: 'A value for one of the custom fields of the type.',
})
export class CustomFieldValueInput implements CustomFieldValue {
  @Field(() => GraphQLUUID, { description: 'The id of the field; Set A `field_id`, Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description: 'The value; null, blank or absent: none. Set B `value`.',
  })
  readonly value?: string | null
}

@InputType('CreateAssetInput', { description: 'An asset to be; Set A “onboard asset”, Set B B11.' })
export class CreateAssetInput implements NewAsset {
  @Field(() => ID, {
    description: 'The zone that the asset stands in; Set A `zone_id`, Set B `zoneId`.',
  })
  readonly zoneId!: string

  @Field(() => ID, {
    description: 'The type of the asset; Set A `asset_type_id`, Set B `assetTypeId`.',
  })
  readonly typeId!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Unique in the company for ever, case-sensitive; null or absent: made from the type’s short code and a counter. `code` in Set A and Set B.',
  })
  readonly code?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'What is scanned, unique in the company for ever, where the company takes external barcodes; null or absent: made from a counter. Set A `scanned_code`, Set B `barcode`.',
  })
  readonly barcode?: string | null

  @Field(() => RiskLevelEnum, {
    nullable: true,
    description:
      'How much a failure matters; null or absent: as the type says. Set A `risk_id`, Set B `riskLevel`.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => [CustomFieldValueInput], {
    nullable: true,
    description:
      'Values for the custom fields of the type, of which required ones must have one; null or absent: none. Set A `meta_data`, Set B `metaData`.',
  })
  readonly metaData?: CustomFieldValueInput[] | null
}

@InputType('UpdateAssetInput', {
  description: 'What to change of an asset; what is absent stays. Set B B10.',
})
export class UpdateAssetInput implements AssetChange {
  @Field(() => ID, { description: 'The UUID of the asset; Set B `id`.' })
  readonly id!: string

  @Field(() => ID, {
    nullable: true,
    description: 'The zone that the asset now stands in; null is refused. Set B `zoneId`.',
  })
  readonly zoneId?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'What the asset now is; null is refused. Values of fields that the new type lacks are dropped. Set B `assetTypeId`.',
  })
  readonly typeId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Unique in the company for ever, case-sensitive; null is refused. Set B `code`.',
  })
  readonly code?: string | null

  @Field(() => RiskLevelEnum, {
    nullable: true,
    description: 'How much a failure matters; null: as the type says. Set B `riskLevel`.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => [CustomFieldValueInput], {
    nullable: true,
    description:
      'Values to set; fields that are not named keep theirs. Null clears all. Set B `metaData`.',
  })
  readonly metaData?: CustomFieldValueInput[] | null
}
