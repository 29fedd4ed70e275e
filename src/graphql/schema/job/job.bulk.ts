import { Resolver } from 'type-graphql'
import type { Bulk } from '../../../domain/bulk/rows.js'
import { createJobs } from '../../../domain/job/create-jobs.js'
import { updateJobs } from '../../../domain/job/update-jobs.js'
import { BulkInput, BulkMutation } from '../common/bulk.decorator.js'
import { MutationWriter } from '../common/write.decorator.js'
import { CreateJobsRow, UpdateJobsRow } from './job.input.js'
import { JobNode } from './job.type.js'

@Resolver()
export class JobBulkMutation {
  @BulkMutation(
    JobNode,
    'Creates jobs with the company’s next job numbers, in the order of the rows. For admins.',
  )
  createJobs(
    @BulkInput(CreateJobsRow) input: Bulk<CreateJobsRow>,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.records((domain) => createJobs(domain, input))
  }

  @BulkMutation(
    JobNode,
    'Updates jobs, each like `updateJob`. Two rows cannot change the same job. For admins.',
  )
  updateJobs(
    @BulkInput(UpdateJobsRow) input: Bulk<UpdateJobsRow>,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.records((domain) => updateJobs(domain, input))
  }
}
