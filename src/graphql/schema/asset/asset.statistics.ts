import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { ClientNode } from '../client/client.type.js'
import { Group, GroupType } from '../common/group.type.js'
import { statisticsType } from '../common/statistics.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { ZoneNode } from '../zone/zone.type.js'
import { AssetFilterInput } from './asset.connection.js'
import { AssetStatusEnum } from './asset-status.js'

@GroupType('Asset')
class AssetGroup extends Group {
  @Nullable(AssetTypeNode, 'The type of the assets.')
  readonly type!: AssetTypeNode | null

  @Nullable(ZoneNode, 'The zone of the assets.')
  readonly zone!: ZoneNode | null

  @Nullable(SiteNode, 'The site of the assets.')
  readonly site!: SiteNode | null

  @Nullable(ClientNode, 'The client of the site.')
  readonly client!: ClientNode | null

  @Nullable(UserNode, 'The manager of the site.')
  readonly manager!: UserNode | null

  @Nullable(RiskLevelEnum, 'How much a failure of the assets matters.')
  readonly riskLevel!: RiskLevel | null

  @Nullable(AssetStatusEnum, 'The status of the assets.')
  readonly status!: AssetStatus | null

  @Nullable(Boolean, 'Whether the last inspection failed.')
  readonly defective!: boolean | null
}

export const AssetStatistics = statisticsType('Asset', AssetGroup, AssetFilterInput)
