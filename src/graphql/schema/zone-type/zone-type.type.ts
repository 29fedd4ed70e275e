import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { RiskNode } from '../risk/risk.type.js'
import { RemovableNode } from '../user/user.type.js'

@NodeType('ZoneType', 'A kind of zone, such as a plant room.')
export class ZoneTypeNode extends RemovableNode {
  @NonNull(String, 'The name of the type.')
  readonly description!: string

  @Nullable(RiskNode, 'How much a failure in a zone of this type matters; null if unknown.')
  readonly risk!: RiskNode | null

  @NonNull(NonNegativeInt, 'The number of zones of the type.')
  readonly zonesCount!: number

  @NonNull(NonNegativeInt, 'The number of asset types that are expected in zones of this type.')
  readonly assetTypesCount!: number
}
