import { Field, ID, InputType, Int } from 'type-graphql'
import type { NewJobType } from '../../../domain/job-type/create-job-type.js'
import type { JobTypeChange } from '../../../domain/job-type/update-job-type.js'

@InputType('CreateJobTypeInput', { description: 'A type of job to be.' })
export class CreateJobTypeInput implements NewJobType {
  @Field(() => String, {
    description: 'What people call the type; `description` in Set A and Set B.',
  })
  readonly description!: string

  @Field(() => Int, {
    nullable: true,
    description:
      'The lowest score, 0 to 100, with which an inspection passes; null or absent: 100. Set A `pass_percentage`, Set B `passPercentage`.',
  })
  readonly passPercentage?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether new jobs can be of the type; null or absent: yes. Set A `active`.',
  })
  readonly active?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether jobs of the type need a signature unless they say otherwise; null or absent: no. Set A `requires_signature`.',
  })
  readonly requiresSignature?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether each asset is inspected once in a job; null or absent: no. Set A `single_inspection`.',
  })
  readonly singleInspection?: boolean | null
}

@InputType('UpdateJobTypeInput', {
  description:
    'What to change of a type of job; what is absent stays, and jobs that exist keep what they took from it.',
})
export class UpdateJobTypeInput implements JobTypeChange {
  @Field(() => ID, { description: 'The UUID of the type; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description: 'What people call the type; null is refused. `description` in Set A and Set B.',
  })
  readonly description?: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'The lowest score, 0 to 100, with which an inspection passes; null is refused. Set A `pass_percentage`, Set B `passPercentage`.',
  })
  readonly passPercentage?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether new jobs can be of the type; null is refused. Set A `active`.',
  })
  readonly active?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether new jobs of the type need a signature unless they say otherwise; null is refused. Set A `requires_signature`.',
  })
  readonly requiresSignature?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether each asset is inspected once in a job; null is refused. Set A `single_inspection`.',
  })
  readonly singleInspection?: boolean | null
}
