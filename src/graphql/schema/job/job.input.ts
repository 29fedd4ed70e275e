import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import type { JobCompletion } from '../../../domain/job/complete-job.js'
import type { NewJob } from '../../../domain/job/new-job.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('CreateJobInput', 'The job to create. Null counts as absent.')
export class CreateJobInput implements NewJob {
  @NonNull(ID, 'The site of the job.')
  readonly siteId!: string

  @NonNull(ID, 'The type of the job. It must be active.')
  readonly jobTypeId!: string

  @NonNull(ID, 'The user who does the work. It must be an active technician.')
  readonly technicianId!: string

  @NonNull(GraphQLDateTime, 'When the work is scheduled to start.')
  readonly scheduledStart!: Date

  @NonNull(GraphQLDateTime, 'When the work is scheduled to end, after the start.')
  readonly scheduledEnd!: Date

  @Nullable(Boolean, 'Whether completing requires a signature; default: the setting of the type.')
  readonly requiresSignature?: boolean | null

  @Nullable([ID], 'The zones of the site that the job is about; default: the whole site.')
  readonly zoneIds?: string[] | null

  @Nullable(String, 'The company’s own identifier of the job.')
  readonly reference?: string | null

  @Nullable(String, 'Instructions for the technician.')
  readonly specialInstructions?: string | null
}

@InputObject('CompleteJobInput', 'The job to complete.')
export class CompleteJobInput implements JobCompletion {
  @NonNull(ID, 'The UUID of the job.')
  readonly id!: string

  @Nullable(String, 'The name of the person who signs; required if the job requires a signature.')
  readonly signatureName?: string | null
}
