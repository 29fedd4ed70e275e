import { Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { ChecklistNode } from '../checklist/checklist.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RiskLevelEnum, RiskNode } from '../risk/risk.type.js'
import { RemovableNode } from '../user/user.type.js'
import { CustomFieldType } from './custom-field.type.js'

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

  @Nullable(Int, 'The days between inspections; null if none are due.')
  readonly inspectionIntervalDays!: number | null

  @NonNull(Int, 'The number of assets of the type.')
  readonly assetsCount!: number
}
