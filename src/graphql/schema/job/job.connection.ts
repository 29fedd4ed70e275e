import { ID, Int } from 'type-graphql'
import { jobListing, type JobFilter } from '../../../domain/job/job-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, DateTimeRangeInput, FilterInput } from '../common/filter.input.js'
import { JobNode, type JobStatus, JobStatusEnum } from './job.type.js'

@FilterInput('Job')
export class JobFilterInput extends RecordTimesFilter implements Combined<JobFilter> {
  @Nullable(
    String,
    'The number, the reference, or the name of the site or of its client contains this, ignoring case and accents.',
  )
  readonly search?: string | null

  @Nullable([Int], 'The number is one of these.')
  readonly numbers?: number[] | null

  @Nullable([ID], 'The site is one of these.')
  readonly siteIds?: string[] | null

  @Nullable([ID], 'The client of the site is one of these.')
  readonly clientIds?: string[] | null

  @Nullable([ID], 'The job has one of these zones. Jobs about the whole site do not match.')
  readonly zoneIds?: string[] | null

  @Nullable([ID], 'The technician is one of these users.')
  readonly technicianIds?: string[] | null

  @Nullable(Boolean, 'Whether the job has a technician.')
  readonly assigned?: boolean | null

  @Nullable([ID], 'Created by one of these users.')
  readonly createdByIds?: string[] | null

  @Nullable([ID], 'The type is one of these.')
  readonly typeIds?: string[] | null

  @Nullable([JobStatusEnum], 'The status is one of these.')
  readonly statuses?: JobStatus[] | null

  @Nullable(DateTimeRangeInput, 'Scheduled to start in this range.')
  readonly scheduledStart?: DateTimeRangeInput | null

  @Nullable(DateTimeRangeInput, 'Scheduled to end in this range.')
  readonly scheduledEnd?: DateTimeRangeInput | null

  @Nullable(
    Boolean,
    'Whether the job is late: it is not finished although its scheduled end is past.',
  )
  readonly late?: boolean | null

  @Nullable(DateTimeRangeInput, 'Completed in this range.')
  readonly completedAt?: DateTimeRangeInput | null
}

export const JobConnection = connectionType(JobNode, jobListing, JobFilterInput)
