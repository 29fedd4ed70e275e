import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { attachToJob } from '../../../domain/job/attach-to-job.js'
import { cancelJob } from '../../../domain/job/cancel-job.js'
import { confirmJobSync } from '../../../domain/job/confirm-job-sync.js'
import { completeJob } from '../../../domain/job/complete-job.js'
import { createJob } from '../../../domain/job/create-job.js'
import { pauseJob } from '../../../domain/job/pause-job.js'
import { resumeJob } from '../../../domain/job/resume-job.js'
import { startJob } from '../../../domain/job/start-job.js'
import { updateJob } from '../../../domain/job/update-job.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { AttachToJobInput } from '../document/attach.input.js'
import { CompleteJobInput } from './job-completion.input.js'
import { CreateJobInput, UpdateJobInput } from './job.input.js'
import { JobNode } from './job.type.js'

@Resolver()
export class JobMutation {
  @RecordMutation(JobNode, 'Creates a job with the company’s next job number. For admins.')
  createJob(
    @Input(CreateJobInput, { documents: true }) input: CreateJobInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.newRecord('Job', (domain) => createJob(domain, input))
  }

  @RecordMutation(JobNode, 'Updates a job. Its status decides which fields can change. For admins.')
  updateJob(
    @Input(UpdateJobInput, { documents: true }) input: UpdateJobInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Job', input, updateJob)
  }

  @RecordMutation(
    JobNode,
    'Starts a scheduled job, which must be assigned. For admins and its technician.',
  )
  startJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => startJob(domain, input))
  }

  @RecordMutation(JobNode, 'Pauses a job in progress. For admins and its technician.')
  pauseJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => pauseJob(domain, input))
  }

  @RecordMutation(JobNode, 'Resumes a paused job. For admins and its technician.')
  resumeJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => resumeJob(domain, input))
  }

  @RecordMutation(
    JobNode,
    'Completes a job that is in progress or paused. It cannot be reopened. Rejected before the scheduled end, unless `allowEarlyClosure` is true; and while assets are not inspected, if its type has `requireAllAssets`. For admins and its technician.',
  )
  completeJob(
    @Input(CompleteJobInput) input: CompleteJobInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => completeJob(domain, input))
  }

  @RecordMutation(
    JobNode,
    'Cancels a job that is scheduled, in progress or paused. It cannot be reopened. For admins and its technician.',
  )
  cancelJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => cancelJob(domain, input))
  }

  @RecordMutation(
    JobNode,
    'Confirms that a device has received the job. The first confirmation sets `syncedAt`; later ones change nothing. For admins and its technician.',
    'job',
  )
  confirmJobSync(
    @IdInput({ noun: 'job' }) input: IdInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => confirmJobSync(domain, input))
  }

  @RecordMutation(
    JobNode,
    'Attaches files to a job, in each of its statuses. For admins and its technician.',
    'job',
  )
  attachToJob(
    @Input(AttachToJobInput, { noun: 'job' }) input: AttachToJobInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.recordWithDocuments('Job', (domain) => attachToJob(domain, input))
  }

  @RemoveMutation(JobNode)
  removeJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Job', input))
  }

  @RestoreMutation(
    JobNode,
    'Rejected if the job is open and its site, type, technician or one of its zones is removed.',
  )
  restoreJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Job', input))
  }
}
