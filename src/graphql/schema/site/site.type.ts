import { GraphQLPositiveInt, GraphQLTimeZone } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { ClientNode } from '../client/client.type.js'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { RiskNode } from '../risk/risk.type.js'
import { UserNode } from '../user/user.type.js'

@ObjectType('Address', { simpleResolvers: true, description: 'Where a site is.' })
export class AddressType {
  @Field(() => String, { nullable: true, description: 'Street and number; null where not known.' })
  readonly street!: string | null

  @Field(() => String, { nullable: true, description: 'City; null where not known.' })
  readonly city!: string | null

  @Field(() => String, { nullable: true, description: 'County or region; null where not known.' })
  readonly region!: string | null

  @Field(() => GraphQLTimeZone, {
    nullable: true,
    description: 'The IANA zone in which local times of jobs are read; null means UTC.',
  })
  readonly timezone!: string | null
}

@ObjectType('Site', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A place of a client where assets stand. It has zones.',
})
export class SiteNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the site.' })
  readonly name!: string

  @Field(() => String, {
    nullable: true,
    description: 'The name in law; null where the client’s holds. Set A `legal_name`.',
  })
  readonly legalName!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'In the register of companies; null where not known. Set A `registration_number`.',
  })
  readonly registrationNumber!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'For tax; null where not known. Set A `vat_number`.',
  })
  readonly vatNumber!: string | null

  @Field(() => AddressType, { description: 'Where the site is.' })
  readonly address!: AddressType

  @Field(() => ClientNode, {
    description: 'Whose site it is; Set A `client_id`, Set B `clientId`.',
  })
  readonly client!: ClientNode

  @Field(() => UserNode, {
    nullable: true,
    description: 'Who answers for the site, Set B `siteManagerId`; null where nobody was named.',
  })
  readonly manager!: UserNode | null

  @Field(() => RiskNode, {
    nullable: true,
    description: 'How much a failure matters, Set B `riskLevel`; null where nobody said.',
  })
  readonly risk!: RiskNode | null

  @Field(() => GraphQLPositiveInt, {
    description:
      'The site is failing when this many of its assets are defective; at least 1. Set A `failure_threshold`.',
  })
  readonly failureThreshold!: number

  @Field(() => Boolean, {
    description:
      'Whether so many assets that are in use are defective as the threshold says. Set A `is_failing`.',
  })
  readonly failing!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'The path of an image; null where there is none.',
  })
  readonly logo!: string | null

  @Field(() => NonNegativeInt, {
    description: 'How many zones the site has; Set A `zones_count`.',
  })
  readonly zonesCount!: number

  @Field(() => NonNegativeInt, {
    description: 'How many assets stand in its zones; Set A `assets_count`.',
  })
  readonly assetsCount!: number

  @Field(() => NonNegativeInt, {
    description:
      'How many of its jobs are scheduled, in progress or paused; Set A `open_jobs_count`.',
  })
  readonly openJobsCount!: number

  @Field(() => UserNode, { description: 'Who created the record; Set A `user_id`.' })
  readonly createdBy!: UserNode
}

export const SiteConnection = connectionType('Site', () => SiteNode)
