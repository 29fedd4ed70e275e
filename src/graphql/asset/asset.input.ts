import { GraphQLUUID } from 'graphql-scalars'
import { Field, ID, InputType } from 'type-graphql'
import type { NewAsset } from '../../domain/asset/create-asset.js'
import type { CustomFieldValue } from '../../domain/asset/custom-field-values.js'
import type { AssetChange } from '../../domain/asset/update-asset.js'
import type { RiskLevel } from '../../domain/risk/risk.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('CustomFieldValueInput', { description: 'A value for one of the custom fields of the type.' })
export class CustomFieldValueInput implements CustomFieldValue {
  @Field(() => GraphQLUUID, { description: 'The id of the field; Set A `field_id`, Set B `id`.' })
  readonly id!: string

  @Field(() => String, { nullable: true, description: 'The value; null or blank clears it.' })
  readonly value!: string | null
}

@InputType('CreateAssetInput', { description: 'An asset to be; Set A “onboard asset”, Set B B11.' })
export class CreateAssetInput implements NewAsset {
  @Field(() => ID, { description: 'The zone that the asset stands in.' })
  readonly zoneId!: string

  @Field(() => ID, { description: 'The type of the asset; Set A `asset_type_id`, Set B `assetTypeId`.' })
  readonly typeId!: string

  @Field(() => String, {
    nullable: true,
    description: 'Unique in the company; null or absent: made from the type’s short code and a counter.',
  })
  readonly code?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What is scanned, where the company takes external barcodes; null or absent: made from a counter.',
  })
  readonly barcode?: string | null

  @Field(() => RiskLevelEnum, {
    nullable: true,
    description: 'How much a failure matters; null or absent: as the type says.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => [CustomFieldValueInput], {
    nullable: true,
    description: 'Values for the custom fields of the type. Required fields must have one.',
  })
  readonly metaData?: CustomFieldValueInput[] | null
}

@InputType('UpdateAssetInput', { description: 'What to change of an asset; what is absent stays. Set B B10.' })
export class UpdateAssetInput implements AssetChange {
  @Field(() => ID, { description: 'The asset.' })
  readonly id!: string

  @Field(() => ID, { nullable: true, description: 'The zone that the asset now stands in.' })
  readonly zoneId?: string | undefined

  @Field(() => ID, {
    nullable: true,
    description: 'What the asset now is. Values of fields that the new type lacks are dropped.',
  })
  readonly typeId?: string | undefined

  @Field(() => String, { nullable: true, description: 'Unique in the company.' })
  readonly code?: string | undefined

  @Field(() => RiskLevelEnum, { nullable: true, description: 'Null: as the type says.' })
  readonly riskLevel?: RiskLevel | null

  @Field(() => [CustomFieldValueInput], {
    nullable: true,
    description: 'Values to set; fields that are not named keep theirs. Null clears all.',
  })
  readonly metaData?: CustomFieldValueInput[] | null
}
