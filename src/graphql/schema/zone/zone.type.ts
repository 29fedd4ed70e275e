import { NonNull } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { SiteNode } from '../site/site.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { ZoneTypeNode } from '../zone-type/zone-type.type.js'

@NodeType('Zone', 'A part of a site.')
export class ZoneNode extends RemovableNode {
  @NonNull(String, 'The name of the zone.')
  readonly name!: string

  @NonNull(NonNegativeInt, 'The floor area in whole square metres; 0 if unknown.')
  readonly size!: number

  @NonNull(SiteNode, 'The site that the zone is part of.')
  readonly site!: SiteNode

  @NonNull(ZoneTypeNode, 'The type of the zone.')
  readonly type!: ZoneTypeNode

  @NonNull(NonNegativeInt, 'The number of assets in the zone.')
  readonly assetsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
