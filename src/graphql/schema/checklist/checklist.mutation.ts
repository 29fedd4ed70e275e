import { Resolver } from 'type-graphql'
import { createChecklist } from '../../../domain/checklist/create-checklist.js'
import { updateChecklist } from '../../../domain/checklist/update-checklist.js'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, MutationWriter, RecordMutation } from '../common/write.decorator.js'
import { CreateChecklistInput, UpdateChecklistInput } from './checklist.input.js'
import { ChecklistNode } from './checklist.type.js'

@Resolver()
export class ChecklistMutation {
  @RecordMutation(ChecklistNode, 'Creates a checklist with its first version. For admins.')
  createChecklist(
    @Input(CreateChecklistInput) input: CreateChecklistInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createChecklist(domain, input))
  }

  @RecordMutation(
    ChecklistNode,
    'Updates a checklist. A change of the questions or of the pass percentage adds a version; inspections keep the version that they have answered. For admins.',
  )
  updateChecklist(
    @Input(UpdateChecklistInput) input: UpdateChecklistInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateChecklist)
  }

  @RemoveMutation(ChecklistNode)
  removeChecklist(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Checklist', input))
  }

  @RestoreMutation(ChecklistNode)
  restoreChecklist(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Checklist', input))
  }
}
