import { GraphQLPositiveInt, GraphQLTimeZone } from 'graphql-scalars'
import { ClientNode } from '../client/client.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { RiskNode } from '../risk/risk.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'

@ValueType('Address', 'The address of a site.')
class AddressType {
  @Nullable(String, 'Street and number; null if unknown.')
  readonly street!: string | null

  @Nullable(String, 'City; null if unknown.')
  readonly city!: string | null

  @Nullable(String, 'County or region; null if unknown.')
  readonly region!: string | null

  @Nullable(GraphQLTimeZone, 'The IANA time zone, such as `Europe/London`; null for UTC.')
  readonly timezone!: string | null
}

@NodeType('Site', 'A location of a client, with assets to inspect. It is divided into zones.')
export class SiteNode extends RemovableNode {
  @NonNull(String, 'The name of the site.')
  readonly name!: string

  @Nullable(String, 'The registered name; null if it is that of the client.')
  readonly legalName!: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber!: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber!: string | null

  @NonNull(AddressType, 'The address.')
  readonly address!: AddressType

  @NonNull(ClientNode, 'The client that the site belongs to.')
  readonly client!: ClientNode

  @Nullable(UserNode, 'The user responsible for the site; null if there is none.')
  readonly manager!: UserNode | null

  @Nullable(RiskNode, 'How much a failure at the site matters; null if unknown.')
  readonly risk!: RiskNode | null

  @NonNull(GraphQLPositiveInt, 'How many defective assets make the site failing.')
  readonly failureThreshold!: number

  @NonNull(Boolean, 'Whether at least `failureThreshold` of the assets in use are defective.')
  readonly failing!: boolean

  @Nullable(String, 'The path of the logo image; null if there is none.')
  readonly logo!: string | null

  @NonNull(NonNegativeInt, 'The number of zones of the site.')
  readonly zonesCount!: number

  @NonNull(NonNegativeInt, 'The number of assets in all zones of the site.')
  readonly assetsCount!: number

  @NonNull(NonNegativeInt, 'The number of jobs that are scheduled, in progress or paused.')
  readonly openJobsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
