import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { RiskNode } from '../risk/risk.type.js'

@ObjectType('ZoneType', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What zones are used for. Set A calls it an asset group, Set B a zone type.',
})
export class ZoneTypeNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the type.' })
  readonly description!: string

  @Field(() => RiskNode, {
    nullable: true,
    description:
      'How much a failure in such a zone matters, Set B `riskLevel`; null where nobody said.',
  })
  readonly risk!: RiskNode | null

  @Field(() => NonNegativeInt, {
    description: 'How many zones are of the type; Set A `zones_count`.',
  })
  readonly zonesCount!: number

  @Field(() => NonNegativeInt, {
    description: 'How many types of asset are expected in such zones; Set A `asset_types_count`.',
  })
  readonly assetTypesCount!: number
}

export const ZoneTypeConnection = connectionType('ZoneType', () => ZoneTypeNode)
