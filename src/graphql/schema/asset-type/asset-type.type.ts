import { GraphQLPositiveInt, GraphQLUUID } from 'graphql-scalars'
import { ChecklistNode } from '../checklist/checklist.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { RiskNode } from '../risk/risk.type.js'
import { RemovableNode } from '../user/user.type.js'

@ValueType(
  'CustomField',
  'A custom field of an asset type: each asset of the type can have a value.',
)
class CustomFieldType {
  @NonNull(GraphQLUUID, 'The id of the field.')
  readonly fieldId!: string

  @NonNull(String, 'The name of the field, unique in the type.')
  readonly label!: string

  @NonNull(String, 'The value of assets that are created without one; empty if there is none.')
  readonly default!: string

  @NonNull(String, 'The placeholder text of the field in a form; empty if there is none.')
  readonly placeholder!: string

  @NonNull(Boolean, 'Whether every asset must have a value.')
  readonly isRequired!: boolean

  @NonNull([String], 'The allowed values; empty if any text is allowed.')
  readonly options!: string[]
}

@NodeType('AssetType', 'A kind of asset. It defines the custom fields and the checklist.')
export class AssetTypeNode extends RemovableNode {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @NonNull(String, 'The prefix of generated asset codes, unique in the company.')
  readonly shortCode!: string

  @Nullable(RiskNode, 'The risk of assets that are created without one; null if none is set.')
  readonly risk!: RiskNode | null

  @Nullable(ChecklistNode, 'The checklist for inspections; null if there is none.')
  readonly checklist!: ChecklistNode | null

  @NonNull(Boolean, 'Whether the checklist must be completed in order.')
  readonly enforceChecklistOrder!: boolean

  @NonNull([CustomFieldType], 'The custom fields, in display order.')
  readonly customFields!: CustomFieldType[]

  @Nullable(GraphQLPositiveInt, 'The days between inspections; null if none are due.')
  readonly inspectionIntervalDays!: number | null

  @NonNull(NonNegativeInt, 'The number of assets of the type.')
  readonly assetsCount!: number
}
