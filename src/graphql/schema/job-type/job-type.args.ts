import { Field, InputType } from 'type-graphql'
import { jobTypeListing, type JobTypeFilter } from '../../../domain/job-type/job-type-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'

@InputType('JobTypeFilter', { description: 'Which job types: all that is given must hold.' })
export class JobTypeFilterInput implements Combined<JobTypeFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the description, in any case.' })
  readonly search?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether new jobs can be of the type.' })
  readonly active?: boolean | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(JobTypeFilterInput)

export const JobTypeArgs = connectionArgs('JobType', jobTypeListing, () => JobTypeFilterInput)
