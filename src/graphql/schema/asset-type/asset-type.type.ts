import { GraphQLPositiveInt, GraphQLUUID } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { ChecklistNode } from '../checklist/checklist.type.js'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { RiskNode } from '../risk/risk.type.js'

@ObjectType('CustomField', {
  simpleResolvers: true,
  description: 'Something that is recorded about every asset of a type.',
})
export class CustomFieldType {
  @Field(() => GraphQLUUID, { description: 'The id of the field; Set A `field_id`.' })
  readonly fieldId!: string

  @Field(() => String, { description: 'What people call the field.' })
  readonly label!: string

  @Field(() => String, { description: 'Taken where an asset gives no value; empty means none.' })
  readonly default!: string

  @Field(() => String, { description: 'What an empty form shows; may be empty.' })
  readonly placeholder!: string

  @Field(() => Boolean, {
    description: 'Whether every asset must have a value; Set A `is_required`.',
  })
  readonly isRequired!: boolean

  @Field(() => [String], { description: 'The values to choose from; none means any text.' })
  readonly options!: string[]
}

@ObjectType('AssetType', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What assets are, and what is recorded about them.',
})
export class AssetTypeNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the type.' })
  readonly name!: string

  @Field(() => String, {
    description: 'The start of generated asset codes, unique in the company; Set A `short_code`.',
  })
  readonly shortCode!: string

  @Field(() => RiskNode, {
    nullable: true,
    description:
      'The risk that new assets take where nobody says theirs, Set B `riskLevel`; null where there is none.',
  })
  readonly risk!: RiskNode | null

  @Field(() => ChecklistNode, {
    nullable: true,
    description: 'What inspectors work through; null where there is none.',
  })
  readonly checklist!: ChecklistNode | null

  @Field(() => Boolean, {
    description: 'Whether the checks must be made in their order; Set A `enforce_checklist_order`.',
  })
  readonly enforceChecklistOrder!: boolean

  @Field(() => [CustomFieldType], {
    description:
      'What is recorded about every asset of the type, in display order; Set A `custom_fields`.',
  })
  readonly customFields!: CustomFieldType[]

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: 'Days from an inspection to the next; null means that none is due.',
  })
  readonly inspectionIntervalDays!: number | null

  @Field(() => NonNegativeInt, { description: 'How many assets are of the type.' })
  readonly assetsCount!: number
}

export const AssetTypeConnection = connectionType('AssetType', () => AssetTypeNode)
