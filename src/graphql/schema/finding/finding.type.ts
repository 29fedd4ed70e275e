import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetNode } from '../asset/asset.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { InspectionNode } from '../inspection/inspection.type.js'
import { JobNode } from '../job/job.type.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { type FindingStatus, FindingStatusEnum } from './finding-status.js'

@NodeType(
  'Finding',
  'Something that is wrong with an asset and has to be dealt with. A failing answer in an inspection opens it, or a user does.',
)
export class FindingNode extends RemovableNode {
  @NonNull(AssetNode, 'The asset that it is about.')
  readonly asset!: AssetNode

  @Nullable(InspectionNode, 'The inspection that opened it; null if a user did.')
  readonly inspection!: InspectionNode | null

  @Nullable(ID, 'The id of the question whose answer failed; null if a user opened the finding.')
  readonly questionId!: string | null

  @NonNull(String, 'What is wrong.')
  readonly title!: string

  @Nullable(String, 'Further details; null if there are none.')
  readonly note!: string | null

  @NonNull(RiskLevelEnum, 'How severe it is.')
  readonly severity!: RiskLevel

  @NonNull(FindingStatusEnum, 'The status.')
  readonly status!: FindingStatus

  @NonNull(
    GraphQLDateTime,
    'When the inspection found it, or when a user opened it. `createdAt` is later if the inspection was recorded later.',
  )
  readonly openedAt!: Date

  @NonNull(GraphQLDateTime, 'Until when it should be resolved.')
  readonly dueAt!: Date

  @NonNull(Boolean, 'Whether it is open and `dueAt` is past.')
  readonly overdue!: boolean

  @Nullable(JobNode, 'The newest job that was created to resolve it; null if there is none.')
  readonly job!: JobNode | null

  @Nullable(String, 'How it was resolved, or why the risk is accepted; null while it is open.')
  readonly resolution!: string | null

  @Nullable(GraphQLDateTime, 'When it was resolved or accepted; null while it is open.')
  readonly resolvedAt!: Date | null

  @Nullable(
    UserNode,
    'The user who resolved or accepted it, or the inspector of the inspection that resolved it; null while it is open.',
  )
  readonly resolvedBy!: UserNode | null

  @Nullable(
    InspectionNode,
    'The later inspection in which the same question passed; null if no inspection resolved it.',
  )
  readonly resolvedByInspection!: InspectionNode | null

  @NonNull(Int, 'The number of files that belong to the finding.')
  readonly documentsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
