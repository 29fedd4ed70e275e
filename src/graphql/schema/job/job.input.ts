import { GraphQLDateTime } from 'graphql-scalars'
import { ID, InputType } from 'type-graphql'
import type { JobChange } from '../../../domain/job/job-change.js'
import type { NewJob } from '../../../domain/job/new-job.js'
import { CHOSEN_ID } from '../common/chosen-id.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

/** Part of the description of each local time. */
const LOCAL_TIME =
  'Such as `2027-01-04T10:00`, with or without seconds; UTC if the site has no time zone. A time that does not exist, because clocks are set forward, is rejected. A time that occurs twice, because clocks are set back, means the first occurrence. If the field without `Local` is given too, both must be the same time.'

@InputType({ description: 'The fields of a new job other than its site and its zones.' })
export abstract class JobDetailsInput implements Omit<NewJob, 'siteId' | 'zoneIds'> {
  @NonNull(ID, 'The type of the job. It must be active.')
  readonly jobTypeId!: string

  @Nullable(
    ID,
    'The user who does the work: an active technician. Required, unless the company has `allowUnassignedJobs`: then a job without one is not assigned yet.',
  )
  readonly technicianId?: string | null

  @Nullable(
    GraphQLDateTime,
    'When the work is scheduled to start. Required, unless `scheduledStartLocal` is given.',
  )
  readonly scheduledStart?: Date | null

  @Nullable(
    String,
    `The scheduled start in the time zone of the site, in place of \`scheduledStart\`. ${LOCAL_TIME}`,
  )
  readonly scheduledStartLocal?: string | null

  @Nullable(
    GraphQLDateTime,
    'When the work is scheduled to end, after the start. Required, unless `scheduledEndLocal` is given.',
  )
  readonly scheduledEnd?: Date | null

  @Nullable(
    String,
    `The scheduled end in the time zone of the site, in place of \`scheduledEnd\`. ${LOCAL_TIME}`,
  )
  readonly scheduledEndLocal?: string | null

  @Nullable(Boolean, 'Whether completing requires a signature; default: the setting of the type.')
  readonly requiresSignature?: boolean | null

  @Nullable(Boolean, 'Whether the job may be completed before its scheduled end; default: true.')
  readonly allowEarlyClosure?: boolean | null

  @Nullable(String, 'The company’s own identifier of the job.')
  readonly reference?: string | null

  @Nullable(String, 'Instructions for the technician.')
  readonly specialInstructions?: string | null
}

@InputObject('CreateJobsRow', 'A job to create. Null counts as absent.')
export class CreateJobsRow extends JobDetailsInput implements NewJob {
  @Nullable(ID, CHOSEN_ID)
  readonly id?: string | null

  @NonNull(ID, 'The site of the job.')
  readonly siteId!: string

  @Nullable([ID], 'The zones of the site that the job is about; default: the whole site.')
  readonly zoneIds?: string[] | null
}

@InputObject('CreateJobInput', 'The job to create. Null counts as absent.')
export class CreateJobInput extends CreateJobsRow {}

const CHANGES =
  'Changes to a job. Absent fields keep their values. If the job is in progress or paused, its site and type cannot change. If it is completed or cancelled, only its reference can change. A field that repeats the current value does not count as a change.'

@InputObject('UpdateJobsRow', CHANGES)
export class UpdateJobsRow implements JobChange {
  @NonNull(ID, 'The UUID of the job.')
  readonly id!: string

  @Nullable(ID, 'The site of the job. If the job has zones, give `zoneIds` too. Null is rejected.')
  readonly siteId?: string | null

  @Nullable(ID, 'The type of the job. It must be active. Null is rejected.')
  readonly jobTypeId?: string | null

  @Nullable(
    ID,
    'The user who does the work: an active technician. Null takes the job from its technician. It is rejected unless the company has `allowUnassignedJobs`, and once the work has started.',
  )
  readonly technicianId?: string | null

  @Nullable(GraphQLDateTime, 'When the work is scheduled to start. Null is rejected.')
  readonly scheduledStart?: Date | null

  @Nullable(
    String,
    `The scheduled start in the time zone of the site that the job has after the change. ${LOCAL_TIME} Null is rejected.`,
  )
  readonly scheduledStartLocal?: string | null

  @Nullable(
    GraphQLDateTime,
    'When the work is scheduled to end, after the start. Null is rejected.',
  )
  readonly scheduledEnd?: Date | null

  @Nullable(
    String,
    `The scheduled end in the time zone of the site that the job has after the change. ${LOCAL_TIME} Null is rejected.`,
  )
  readonly scheduledEndLocal?: string | null

  @Nullable(Boolean, 'Whether completing requires a signature. Null is rejected.')
  readonly requiresSignature?: boolean | null

  @Nullable(Boolean, 'Whether the job may be completed before its scheduled end. Null is rejected.')
  readonly allowEarlyClosure?: boolean | null

  @Nullable(
    [ID],
    'All zones of the site that the job is about; an empty list or null if it is about the whole site.',
  )
  readonly zoneIds?: string[] | null

  @Nullable(String, 'The company’s own identifier of the job; null if there is none.')
  readonly reference?: string | null

  @Nullable(String, 'Instructions for the technician; null if there are none.')
  readonly specialInstructions?: string | null
}

@InputObject('UpdateJobInput', CHANGES)
export class UpdateJobInput extends UpdateJobsRow {}
