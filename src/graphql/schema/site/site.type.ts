import { GraphQLDateTime } from 'graphql-scalars'
import { GraphQLTimeZone } from 'graphql-scalars'
import { Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { ClientNode } from '../client/client.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { ReportType } from '../report/report.type.js'
import { RiskLevelEnum, RiskNode } from '../risk/risk.type.js'
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

  @Nullable(RiskLevelEnum, 'How much a failure at the site matters; null if unknown.')
  readonly riskLevel!: RiskLevel | null

  @Nullable(
    RiskNode,
    'The record of `riskLevel`, with its integer `value`; null if `riskLevel` is null.',
  )
  readonly risk!: RiskNode | null

  @NonNull(Int, 'How many defective assets make the site failing.')
  readonly failureThreshold!: number

  @NonNull(Int, 'The number of files that belong to the site.')
  readonly documentsCount!: number

  @NonNull(Int, 'The number of open findings about assets at the site.')
  readonly openFindingsCount!: number

  @NonNull(Boolean, 'Whether the number of defective assets in use is at least `failureThreshold`.')
  readonly failing!: boolean

  @Nullable(
    GraphQLDateTime,
    'Since when the site is failing; null if it is not. If that was before the service recorded state changes: when it began to.',
  )
  readonly failingSince!: Date | null

  @NonNull(Int, 'The number of zones of the site.')
  readonly zonesCount!: number

  @NonNull(Int, 'The number of assets in all zones of the site.')
  readonly assetsCount!: number

  @NonNull(Int, 'The number of jobs that are scheduled, in progress or paused.')
  readonly openJobsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode

  @Nullable(
    ReportType,
    'The newest report about the state of the site; null if `reportSite` was never called.',
  )
  readonly report!: ReportType | null
}
