import { Float, Int } from 'type-graphql'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { ClientNode } from '../client/client.type.js'
import { Group, GroupType } from '../common/group.type.js'
import { statisticsType } from '../common/statistics.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { InspectionFilterInput } from './inspection.connection.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from './inspection-outcome.js'

@GroupType('Inspection')
class InspectionGroup extends Group {
  @Nullable(
    Float,
    'The average score of the inspections that have a score; null if no inspection has one.',
  )
  readonly averageScore!: number | null

  @NonNull(Int, 'The number of inspections whose outcome is `PASSED`.')
  readonly passedCount!: number

  @NonNull(Int, 'The number of inspections whose outcome is `FAILED`.')
  readonly failedCount!: number

  @Nullable(Float, '`passedCount` divided by `count`, 0 to 1; null without inspections.')
  readonly passRate!: number | null

  @Nullable(AssetTypeNode, 'The type of the assets.')
  readonly assetType!: AssetTypeNode | null

  @Nullable(SiteNode, 'The site at which the assets are now.')
  readonly site!: SiteNode | null

  @Nullable(ClientNode, 'The client of the site.')
  readonly client!: ClientNode | null

  @Nullable(UserNode, 'The user who inspected the assets.')
  readonly inspector!: UserNode | null

  @Nullable(JobTypeNode, 'The type of the job that the inspections were part of.')
  readonly jobType!: JobTypeNode | null

  @Nullable(InspectionOutcomeEnum, 'The outcome of the inspections.')
  readonly outcome!: InspectionOutcome | null
}

export const InspectionStatistics = statisticsType(
  'Inspection',
  InspectionGroup,
  InspectionFilterInput,
)
