import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { ZoneTypeNode } from '../zone-type/zone-type.type.js'

@ObjectType('Zone', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A part of a site.',
})
export class ZoneNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the zone.' })
  readonly name!: string

  @Field(() => NonNegativeInt, {
    description: 'Floor area in whole square metres; 0 where it was not measured.',
  })
  readonly size!: number

  @Field(() => SiteNode, {
    description: 'The site that it is a part of; Set A `site_id`, Set B `siteId`.',
  })
  readonly site!: SiteNode

  @Field(() => ZoneTypeNode, {
    description: 'What it is used for; Set A `type_id`, Set B `typeId`.',
  })
  readonly type!: ZoneTypeNode

  @Field(() => NonNegativeInt, {
    description: 'How many assets stand in it; Set A `assets_count`.',
  })
  readonly assetsCount!: number

  @Field(() => UserNode, {
    description: 'Who created the record; Set A `user_id`, Set B `userId`.',
  })
  readonly createdBy!: UserNode
}

export const ZoneConnection = connectionType('Zone', () => ZoneNode)
