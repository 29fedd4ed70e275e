import { Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RiskLevelEnum, RiskNode } from '../risk/risk.type.js'
import { RemovableNode } from '../user/user.type.js'

@NodeType('ZoneType', 'A kind of zone, such as a plant room.')
export class ZoneTypeNode extends RemovableNode {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @Nullable(RiskLevelEnum, 'How much a failure in a zone of this type matters; null if unknown.')
  readonly riskLevel!: RiskLevel | null

  @Nullable(
    RiskNode,
    'The record of `riskLevel`, with its integer `value`; null if `riskLevel` is null.',
  )
  readonly risk!: RiskNode | null

  @NonNull(Int, 'The number of zones of the type.')
  readonly zonesCount!: number

  @NonNull(Int, 'The number of asset types that are expected in zones of this type.')
  readonly assetTypesCount!: number
}
