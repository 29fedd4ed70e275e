import { Float, Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { ClientNode } from '../client/client.type.js'
import { Group, GroupType } from '../common/group.type.js'
import { statisticsType } from '../common/statistics.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { SiteNode } from '../site/site.type.js'
import { FindingFilterInput } from './finding.connection.js'
import { type FindingStatus, FindingStatusEnum } from './finding-status.js'

@GroupType('Finding')
class FindingGroup extends Group {
  @NonNull(Int, 'The number of findings that are open and whose due date is past.')
  readonly overdueCount!: number

  @Nullable(
    Float,
    'The average number of full days from the opening of the findings until they were resolved or accepted, or until now for open ones; null without findings.',
  )
  readonly averageDaysOpen!: number | null

  @Nullable(AssetTypeNode, 'The type of the assets.')
  readonly assetType!: AssetTypeNode | null

  @Nullable(SiteNode, 'The site at which the assets are now.')
  readonly site!: SiteNode | null

  @Nullable(ClientNode, 'The client of the site.')
  readonly client!: ClientNode | null

  @Nullable(RiskLevelEnum, 'How severe the findings are.')
  readonly severity!: RiskLevel | null

  @Nullable(FindingStatusEnum, 'The status of the findings.')
  readonly status!: FindingStatus | null
}

export const FindingStatistics = statisticsType('Finding', FindingGroup, FindingFilterInput)
