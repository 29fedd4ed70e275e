import { jobTypeListing, type JobTypeFilter } from '../../../domain/job-type/job-type-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { JobTypeNode } from './job-type.type.js'

@FilterInput('JobType')
class JobTypeFilterInput extends RecordTimesFilter implements Combined<JobTypeFilter> {
  @Nullable(String, 'The name contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable(Boolean, 'Whether new jobs can have the type.')
  readonly active?: boolean | null
}

export const JobTypeConnection = connectionType(JobTypeNode, jobTypeListing, JobTypeFilterInput)
