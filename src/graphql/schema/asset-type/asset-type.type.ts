import { GraphQLScalarType } from 'graphql'
import { GraphQLDuration } from 'graphql-scalars'
import { Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { ChecklistNode } from '../checklist/checklist.type.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RiskLevelEnum, RiskNode } from '../risk/risk.type.js'
import { RemovableNode } from '../user/user.type.js'
import { CustomFieldType } from './custom-field.type.js'

/** The scalar of graphql-scalars, with a description of one sentence. */
export const Duration = new GraphQLScalarType({
  ...GraphQLDuration.toConfig(),
  description: 'An ISO 8601 duration, such as `P6M` or `P1W`.',
})

export type InspectionSchedule = 'floating' | 'fixed'

export const InspectionScheduleEnum = enumType<InspectionSchedule>(
  'InspectionSchedule',
  'What the interval between inspections is counted from.',
  {
    floating: 'From the last inspection.',
    fixed:
      'From the due date that the last inspection met: a late or early inspection does not move the following due dates, and missed ones are skipped.',
  },
)

@NodeType('AssetType', 'A kind of asset. It defines the custom fields and the checklist.')
export class AssetTypeNode extends RemovableNode {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @NonNull(String, 'The prefix of generated asset codes, unique in the company.')
  readonly shortCode!: string

  @Nullable(RiskLevelEnum, 'The default risk of new assets; null if none is set.')
  readonly riskLevel!: RiskLevel | null

  @Nullable(
    RiskNode,
    'The record of `riskLevel`, with its integer `value`; null if `riskLevel` is null.',
  )
  readonly risk!: RiskNode | null

  @Nullable(ChecklistNode, 'The checklist for inspections; null if there is none.')
  readonly checklist!: ChecklistNode | null

  @NonNull(Boolean, 'Whether the checklist must be completed in order.')
  readonly enforceChecklistOrder!: boolean

  @NonNull([CustomFieldType], 'The custom fields, in display order.')
  readonly customFields!: CustomFieldType[]

  @Nullable(
    Duration,
    'The time between inspections: years, months and days, such as `P6M`; null if none are due.',
  )
  readonly inspectionInterval!: string | null

  @Nullable(
    Int,
    'The days between inspections; null if none are due, or if `inspectionInterval` has years or months.',
  )
  readonly inspectionIntervalDays!: number | null

  @NonNull(InspectionScheduleEnum, 'What the interval is counted from.')
  readonly inspectionSchedule!: InspectionSchedule

  @NonNull(Int, 'The number of assets of the type.')
  readonly assetsCount!: number
}
