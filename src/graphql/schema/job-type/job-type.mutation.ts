import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createJobType } from '../../../domain/job-type/create-job-type.js'
import { updateJobType } from '../../../domain/job-type/update-job-type.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateJobTypeInput, UpdateJobTypeInput } from './job-type.input.js'
import { JobTypeNode } from './job-type.type.js'

@Resolver()
export class JobTypeMutation {
  @RecordMutation(JobTypeNode, 'Creates a job type. For admins.')
  createJobType(
    @Input(CreateJobTypeInput) input: CreateJobTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createJobType(domain, input))
  }

  @RecordMutation(JobTypeNode, 'Updates a job type. For admins.')
  updateJobType(
    @Input(UpdateJobTypeInput) input: UpdateJobTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateJobType)
  }

  @RemoveMutation(JobTypeNode)
  removeJobType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'JobType', input))
  }

  @RestoreMutation(JobTypeNode)
  restoreJobType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'JobType', input))
  }
}
