import { GraphQLDateTime } from 'graphql-scalars'
import { Field, ID, InputType } from 'type-graphql'
import type { JobCompletion } from '../../../domain/job/complete-job.js'
import type { NewJob } from '../../../domain/job/new-job.js'

@InputType('CreateJobInput', { description: 'A job to be; Set A “create job”, Set B B3.' })
export class CreateJobInput implements NewJob {
  @Field(() => ID, { description: 'Where the work is; Set A `site_id`, Set B `siteId`.' })
  readonly siteId!: string

  @Field(() => ID, {
    description: 'What kind of work it is, an active type; Set A `job_type_id`, Set B `jobTypeId`.',
  })
  readonly jobTypeId!: string

  @Field(() => ID, {
    description:
      'Who is to do the work: an active user with the role of a technician. Set A `technician_id`, Set B `technicianId`.',
  })
  readonly technicianId!: string

  @Field(() => GraphQLDateTime, {
    description:
      'When the work is to begin; Set A `start_date` and `start_time` in the time of the site, Set B `startAt` in epoch seconds.',
  })
  readonly scheduledStart!: Date

  @Field(() => GraphQLDateTime, {
    description:
      'When the work is to be done, later than the start; Set A `end_date` and `end_time` in the time of the site, Set B `endAt` in epoch seconds.',
  })
  readonly scheduledEnd!: Date

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether somebody must sign for the finished work; null or absent: as the type says. Set A `requires_signature`, Set B `requiresSignature`.',
  })
  readonly requiresSignature?: boolean | null

  @Field(() => [ID], {
    nullable: true,
    description: 'Zones of the site that the work is about; null or absent: none. Set B `zoneIds`.',
  })
  readonly zoneIds?: string[] | null

  @Field(() => String, {
    nullable: true,
    description:
      'The company’s own identifier of the job; null or absent: none. `reference` in Set A and Set B.',
  })
  readonly reference?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Text for the technician; null or absent: none. Set A `special_instructions`, Set B `instructions`.',
  })
  readonly specialInstructions?: string | null
}

@InputType('CompleteJobInput', { description: 'Which job is done, and who signs for it.' })
export class CompleteJobInput implements JobCompletion {
  @Field(() => ID, { description: 'The UUID of the job; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description:
      'The name of who signs for the work; null or absent: nobody, which a job that requires a signature refuses. Set B `signatureName`.',
  })
  readonly signatureName?: string | null
}
