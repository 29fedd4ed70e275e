import { ID, Int } from 'type-graphql'
import type { NewChecklist } from '../../../domain/checklist/new-checklist.js'
import type { ChecklistChange } from '../../../domain/checklist/update-checklist.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { ChecklistSectionInput } from './question.input.js'

const SCORE = 'The lowest score, 0 to 100, that passes an inspection without a job'

@InputObject('CreateChecklistInput', 'The checklist to create. Null counts as absent.')
export class CreateChecklistInput implements NewChecklist {
  @NonNull(String, 'The name of the checklist.')
  readonly name!: string

  @Nullable(Int, `${SCORE}; default: that of \`copyOf\`, or 100.`)
  readonly passPercentage?: number | null

  @Nullable([ChecklistSectionInput], 'The questions, by section; default: those of `copyOf`.')
  readonly sections?: ChecklistSectionInput[] | null

  @Nullable(ID, 'A checklist to copy the sections and the pass percentage of.')
  readonly copyOf?: string | null
}

@InputObject('UpdateChecklistInput', 'Changes to a checklist. Absent fields keep their values.')
export class UpdateChecklistInput implements ChecklistChange {
  @NonNull(ID, 'The UUID of the checklist.')
  readonly id!: string

  @Nullable(String, 'The name of the checklist. Null is rejected.')
  readonly name?: string | null

  @Nullable(Int, `${SCORE}. Null is rejected.`)
  readonly passPercentage?: number | null

  @Nullable(
    [ChecklistSectionInput],
    'All questions, by section. A question with the `questionId` of an earlier one replaces it. Null is rejected.',
  )
  readonly sections?: ChecklistSectionInput[] | null
}
