import { GraphQLDateTime } from 'graphql-scalars'
import { Field, ID, InputType, Int } from 'type-graphql'
import type { NewInspection } from '../../../domain/inspection/record-inspection.js'
import { InspectionOutcomeEnum } from './inspection.type.js'

@InputType('RecordInspectionInput', {
  description: 'One look at an asset: with an outcome, or with a score and a job whose type tells.',
})
export class RecordInspectionInput implements NewInspection {
  @Field(() => ID, { description: 'What was inspected; it must be in use.' })
  readonly assetId!: string

  @Field(() => ID, {
    nullable: true,
    description:
      'The job that it was part of, at the asset’s site and, for technicians, their own; null or absent: none.',
  })
  readonly jobId?: string | null

  @Field(() => InspectionOutcomeEnum, {
    nullable: true,
    description:
      'How it ended; null or absent: passed where the score reaches the pass percentage of the job’s type.',
  })
  readonly outcome?: NewInspection['outcome']

  @Field(() => Int, { nullable: true, description: 'From 0 to 100; null or absent: not scored.' })
  readonly score?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'What the inspector writes; null or absent: nothing.',
  })
  readonly note?: string | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the asset was inspected, not in the future; null or absent: now.',
  })
  readonly inspectedAt?: Date | null
}
