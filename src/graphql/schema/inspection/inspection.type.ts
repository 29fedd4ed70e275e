import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import { ChecklistVersionNode } from '../checklist/checklist.type.js'
import { InspectionAnswerType } from './answer.type.js'
import { AssetNode } from '../asset/asset.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { JobNode } from '../job/job.type.js'
import { ReportType } from '../report/report.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from './inspection-outcome.js'

@NodeType(
  'Inspection',
  'The inspection of an asset. It cannot be changed, only voided. Voided inspections count as removed: lists, counts and statistics leave them out.',
)
export class InspectionNode extends RemovableNode {
  @NonNull(AssetNode, 'The asset that was inspected.')
  readonly asset!: AssetNode

  @Nullable(JobNode, 'The job that the inspection was part of; null if there was none.')
  readonly job!: JobNode | null

  @NonNull(UserNode, 'The user who inspected the asset.')
  readonly inspector!: UserNode

  @NonNull(InspectionOutcomeEnum, 'The outcome.')
  readonly outcome!: InspectionOutcome

  @Nullable(Int, 'The score, 0 to 100; null if none was given.')
  readonly score!: number | null

  @Nullable(String, 'The inspector’s note; null if there is none.')
  readonly note!: string | null

  @NonNull(GraphQLDateTime, 'When the asset was inspected.')
  readonly inspectedAt!: Date

  @Nullable(
    GraphQLDateTime,
    'The due date that the inspection met; null if the schedule of the asset’s type was floating.',
  )
  readonly dueAt!: Date | null

  @Nullable(
    ChecklistVersionNode,
    'The version of the checklist that was answered; null if the inspection has no answers.',
  )
  readonly checklistVersion!: ChecklistVersionNode | null

  @NonNull(
    Boolean,
    'Whether the asset’s type had a newer version, or another checklist, when the inspection was recorded.',
  )
  readonly checklistOutdated!: boolean

  @NonNull([InspectionAnswerType], 'The answers, in the order of the questions.')
  readonly answers!: InspectionAnswerType[]

  @NonNull(
    [ID],
    'The ids of questions that were answered although earlier answers hide them. These answers are not stored.',
  )
  readonly ignoredAnswers!: string[]

  @NonNull(Int, 'The number of files that belong to the inspection.')
  readonly documentsCount!: number

  @Nullable(String, 'Why the inspection was voided; null if it counts.')
  readonly voidReason!: string | null

  @Nullable(
    ReportType,
    'The report; null if the inspection has no answers, or was recorded before there were reports: see `reportInspection`.',
  )
  readonly report!: ReportType | null

  @Nullable(ReportType, 'The certificate; null if `certifyInspection` was never called.')
  readonly certificate!: ReportType | null
}
