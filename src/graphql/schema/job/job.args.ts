import { Field, ID, InputType } from 'type-graphql'
import { jobListing, type JobFilter } from '../../../domain/job/job-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { JobStatusEnum } from './job.type.js'

@InputType('JobFilter', { description: 'Which jobs: all that is given must hold.' })
export class JobFilterInput implements Combined<JobFilter> {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the number or the reference, in any case.',
  })
  readonly search?: string | null

  @Field(() => [ID], { nullable: true, description: 'The site is one of these.' })
  readonly siteIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'One of these zones is named by the job.' })
  readonly zoneIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The technician is one of these users.' })
  readonly technicianIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The type is one of these.' })
  readonly typeIds?: string[] | null

  @Field(() => [JobStatusEnum], { nullable: true, description: 'The status is one of these.' })
  readonly statuses?: JobStatusEnum[] | null

  @Field(() => DateTimeRangeInput, {
    nullable: true,
    description: 'Scheduled to start within this time.',
  })
  readonly scheduledStart?: DateTimeRangeInput | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Completed within this time.' })
  readonly completedAt?: DateTimeRangeInput | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(JobFilterInput)

export const JobArgs = connectionArgs('Job', jobListing, () => JobFilterInput)
