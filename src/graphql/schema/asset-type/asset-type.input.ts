import { GraphQLUUID } from 'graphql-scalars'
import { Field, ID, InputType, Int } from 'type-graphql'
import type { AssetTypeDetails } from '../../../domain/asset-type/asset-type-details.js'
import type { NewAssetType } from '../../../domain/asset-type/create-asset-type.js'
import type { CustomFieldInput as CustomFieldDetails } from '../../../domain/asset-type/custom-fields.js'
import type { AssetTypeChange } from '../../../domain/asset-type/update-asset-type.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('CustomFieldInput', {
  description: 'Something that is to be recorded about every asset of a type.',
})
export class CustomFieldInput implements CustomFieldDetails {
  @Field(() => GraphQLUUID, {
    nullable: true,
    description:
      'The id of a field that the type has, whose values assets then keep; null or absent: a new field. Set A `field_id`, Set B `fieldId`.',
  })
  readonly fieldId?: string | null

  @Field(() => String, {
    description:
      'What people call the field; no two of a type are called the same. `label` in Set A and Set B.',
  })
  readonly label!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Taken where an asset gives no value, one of the options if there are any; null or blank: nothing. Set B `default`.',
  })
  readonly default?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What an empty form shows; null or blank: nothing. Set B `placeholder`.',
  })
  readonly placeholder?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether every asset must have a value; null or absent: no. Set A `is_required`, Set B `isRequired`.',
  })
  readonly isRequired?: boolean | null

  @Field(() => [String], {
    nullable: true,
    description: 'The values to choose from; none, null or absent: any text. Set B `options`.',
  })
  readonly options?: string[] | null
}

@InputType({ description: 'What may be known of a type of asset besides its names.' })
abstract class AssetTypeDetailsInput implements AssetTypeDetails {
  @Field(() => RiskLevelEnum, {
    nullable: true,
    description:
      'The risk that new assets take where nobody says theirs; null: none. Set A `risk_id`, Set B `riskLevel`.',
  })
  readonly riskLevel?: RiskLevel | null

  @Field(() => ID, {
    nullable: true,
    description: 'What inspectors work through; null: nothing. Set A `checklist_id`.',
  })
  readonly checklistId?: string | null

  @Field(() => [CustomFieldInput], {
    nullable: true,
    description:
      'What is recorded about every asset of the type: the whole list, in display order, at most 100; null: nothing. Set A `custom_fields`, Set B `customFields`.',
  })
  readonly customFields?: CustomFieldInput[] | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the checks must be made in their order; null: no. Set A `enforce_checklist_order`.',
  })
  readonly enforceChecklistOrder?: boolean | null

  @Field(() => Int, {
    nullable: true,
    description: 'Days from an inspection to the next, 1 to 73,000; null: none is due.',
  })
  readonly inspectionIntervalDays?: number | null
}

@InputType('CreateAssetTypeInput', { description: 'A type of asset to be.' })
export class CreateAssetTypeInput extends AssetTypeDetailsInput implements NewAssetType {
  @Field(() => String, { description: 'What people call the type; `name` in Set A and Set B.' })
  readonly name!: string

  @Field(() => String, {
    description:
      'The start of generated asset codes, unique in the company for ever: 1 to 10 letters A to Z and digits, kept in upper case. Set A `short_code`.',
  })
  readonly shortCode!: string
}

@InputType('UpdateAssetTypeInput', {
  description: 'What to change of a type of asset; what is absent stays.',
})
export class UpdateAssetTypeInput extends AssetTypeDetailsInput implements AssetTypeChange {
  @Field(() => ID, { description: 'The UUID of the type; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description: 'What people call the type; null is refused. `name` in Set A and Set B.',
  })
  readonly name?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The start of codes generated from now on, unique in the company for ever: 1 to 10 letters A to Z and digits, kept in upper case; null is refused. Set A `short_code`.',
  })
  readonly shortCode?: string | null
}
