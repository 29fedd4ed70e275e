import type { NewAnswer } from '../../../domain/checklist/checklist-answers.js'
import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import type { NewInspection } from '../../../domain/inspection/new-inspection.js'
import type { ByIdWithReason } from '../../../domain/domain.js'
import { CHOSEN_ID } from '../common/chosen-id.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from './inspection-outcome.js'

@InputObject('AnswerInput', 'The answer to a question of a checklist.')
class AnswerInput implements NewAnswer {
  @NonNull(ID, 'The `questionId` of the question.')
  readonly questionId!: string

  @Nullable(
    String,
    'The value of a choice, `YES` or `NO`, a decimal number, a date, or a text; for a `MULTI_CHOICE`, give `values`.',
  )
  readonly value?: string | null

  @Nullable(
    [String],
    'The values of the choices of a `MULTI_CHOICE`; an empty list if none applies.',
  )
  readonly values?: string[] | null

  @Nullable(Boolean, 'Whether the question is not applicable; default: false.')
  readonly notApplicable?: boolean | null

  @Nullable(String, 'The inspector’s note.')
  readonly note?: string | null

  @Nullable(
    GraphQLDateTime,
    'When the question was answered, not in the future; required if the asset’s type enforces the order.',
  )
  readonly answeredAt?: Date | null

  @Nullable(
    [ID],
    'Uploaded photographs that belong to no record yet; default: none. A `PHOTO` that is required needs at least its `minimumCount`.',
  )
  readonly photoIds?: string[] | null
}

@InputObject(
  'RecordInspectionsRow',
  'An inspection to record. It needs an outcome, answers, or a score with a job or with a checklist of the asset’s type. Null counts as absent.',
)
export class RecordInspectionsRow implements NewInspection {
  @Nullable(ID, CHOSEN_ID)
  readonly id?: string | null

  @NonNull(ID, 'The inspected asset. It must not be decommissioned.')
  readonly assetId!: string

  @Nullable(
    ID,
    'The job that the inspection is part of. It must be in progress, at the site of the asset and, if it has zones, in the zone of the asset. Technicians can only use their own jobs.',
  )
  readonly jobId?: string | null

  @Nullable(
    InspectionOutcomeEnum,
    'The outcome; default: passed if the score reaches the pass percentage of the job’s type, otherwise failed. Without a job, the score is compared with the pass percentage of the checklist of the asset’s type. An outcome that contradicts the score is rejected.',
  )
  readonly outcome?: InspectionOutcome | null

  @Nullable(Int, 'The score, 0 to 100; default: none.')
  readonly score?: number | null

  @Nullable(String, 'The inspector’s note.')
  readonly note?: string | null

  @Nullable(
    GraphQLDateTime,
    'When the asset was inspected: not in the future, and at most 30 years ago, unless the operator has set another number of years; default: now.',
  )
  readonly inspectedAt?: Date | null

  @Nullable(
    ID,
    'The version of the checklist that was answered, also an old one; default: the newest of the asset type’s checklist.',
  )
  readonly checklistVersionId?: string | null

  @Nullable(
    [AnswerInput],
    'The answers to the checklist; default: none. With answers, the server computes score and outcome, which must be absent.',
  )
  readonly answers?: AnswerInput[] | null
}

@InputObject(
  'RecordInspectionInput',
  'The inspection to record. It needs an outcome, answers, or a score with a job or with a checklist of the asset’s type. Null counts as absent.',
)
export class RecordInspectionInput extends RecordInspectionsRow {}

@InputObject('VoidInspectionInput', 'The inspection to void.')
export class VoidInspectionInput implements ByIdWithReason {
  @NonNull(ID, 'The UUID of the inspection.')
  readonly id!: string

  @NonNull(String, 'Why the inspection does not count.')
  readonly reason!: string
}
