import { ID, Int } from 'type-graphql'
import type { NewJobType } from '../../../domain/job-type/create-job-type.js'
import type { JobTypeChange } from '../../../domain/job-type/update-job-type.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputObject('CreateJobTypeInput', 'The job type to create. Null counts as absent.')
export class CreateJobTypeInput implements NewJobType {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @Nullable(Int, 'The lowest score that passes an inspection, 0 to 100; default: 100.')
  readonly passPercentage?: number | null

  @Nullable(Boolean, 'Whether new jobs can have the type; default: true.')
  readonly active?: boolean | null

  @Nullable(Boolean, 'Whether new jobs require a signature by default; default: false.')
  readonly requiresSignature?: boolean | null

  @Nullable(Boolean, 'Whether each asset can be inspected only once in a job; default: false.')
  readonly singleInspection?: boolean | null

  @Nullable(
    Boolean,
    'Whether a job can only be completed when all its assets are inspected; default: false.',
  )
  readonly requireAllAssets?: boolean | null
}

@InputObject('UpdateJobTypeInput', 'Changes to a job type. Absent fields keep their values.')
export class UpdateJobTypeInput implements JobTypeChange {
  @NonNull(ID, 'The UUID of the job type.')
  readonly id!: string

  @Nullable(String, 'The name of the type. Null is rejected.')
  readonly name?: string | null

  @Nullable(Int, 'The lowest score that passes an inspection, 0 to 100. Null is rejected.')
  readonly passPercentage?: number | null

  @Nullable(Boolean, 'Whether new jobs can have the type. Null is rejected.')
  readonly active?: boolean | null

  @Nullable(Boolean, 'Whether new jobs require a signature by default. Null is rejected.')
  readonly requiresSignature?: boolean | null

  @Nullable(Boolean, 'Whether an asset can be inspected only once in a job. Null is rejected.')
  readonly singleInspection?: boolean | null

  @Nullable(
    Boolean,
    'Whether a job can only be completed when all its assets are inspected. Null is rejected.',
  )
  readonly requireAllAssets?: boolean | null
}
