import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import type { FindingResolution } from '../../../domain/finding/change-finding-status.js'
import type { NewFinding } from '../../../domain/finding/create-finding.js'
import type { NewJobFromFindings } from '../../../domain/finding/create-job-from-findings.js'
import type { FindingChange } from '../../../domain/finding/update-finding.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { JobDetailsInput } from '../job/job.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputObject('CreateFindingInput', 'The finding to create. Null counts as absent.')
export class CreateFindingInput implements NewFinding {
  @NonNull(ID, 'The asset that it is about. It must not be decommissioned.')
  readonly assetId!: string

  @NonNull(String, 'What is wrong.')
  readonly title!: string

  @Nullable(String, 'Further details.')
  readonly note?: string | null

  @NonNull(RiskLevelEnum, 'How severe it is.')
  readonly severity!: RiskLevel

  @Nullable(
    GraphQLDateTime,
    'Until when it should be resolved; default: in 1 day if it is critical, and in 7, 30 or 90 days if its severity is high, medium or low.',
  )
  readonly dueAt?: Date | null
}

@InputObject(
  'UpdateFindingInput',
  'Changes to an open finding. Absent fields keep their values; but if the due date follows from the severity and the severity changes, the due date changes, too.',
)
export class UpdateFindingInput implements FindingChange {
  @NonNull(ID, 'The UUID of the finding.')
  readonly id!: string

  @Nullable(String, 'What is wrong. Null is rejected.')
  readonly title?: string | null

  @Nullable(String, 'Further details; null if there are none.')
  readonly note?: string | null

  @Nullable(RiskLevelEnum, 'How severe it is. Null is rejected.')
  readonly severity?: RiskLevel | null

  @Nullable(
    GraphQLDateTime,
    'Until when it should be resolved; null if this follows from the severity.',
  )
  readonly dueAt?: Date | null
}

@InputObject('ResolveFindingInput', 'The finding to resolve.')
export class ResolveFindingInput implements FindingResolution {
  @NonNull(ID, 'The UUID of the finding.')
  readonly id!: string

  @NonNull(String, 'What was done.')
  readonly resolution!: string
}

@InputObject('AcceptFindingInput', 'The finding to accept.')
export class AcceptFindingInput implements FindingResolution {
  @NonNull(ID, 'The UUID of the finding.')
  readonly id!: string

  @NonNull(String, 'Why the company lives with the risk.')
  readonly resolution!: string
}

@InputObject('CreateJobFromFindingsInput', 'The job to create. Null counts as absent.')
export class CreateJobFromFindingsInput extends JobDetailsInput implements NewJobFromFindings {
  @NonNull(
    [ID],
    'The findings that the job is to resolve, at most 250. They must be open, about assets of one site, and without a job that is scheduled, in progress or paused.',
  )
  readonly findingIds!: string[]
}
