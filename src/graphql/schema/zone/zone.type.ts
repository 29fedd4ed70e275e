import { Int } from 'type-graphql'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { SiteNode } from '../site/site.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { ZoneTypeNode } from '../zone-type/zone-type.type.js'

@NodeType('Zone', 'A part of a site.')
export class ZoneNode extends RemovableNode {
  @NonNull(String, 'The name of the zone.')
  readonly name!: string

  @Nullable(Int, 'The floor area in whole square metres; null if it is not measured.')
  readonly sizeSquareMetres!: number | null

  @NonNull(SiteNode, 'The site that the zone is part of.')
  readonly site!: SiteNode

  @NonNull(ZoneTypeNode, 'The type of the zone.')
  readonly type!: ZoneTypeNode

  @NonNull(Int, 'The number of assets in the zone.')
  readonly assetsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
