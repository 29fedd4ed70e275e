import { GraphQLDateTime, GraphQLPositiveInt } from 'graphql-scalars'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'

export enum JobStatusEnum {
  SCHEDULED = 'scheduled',
  IN_PROGRESS = 'in_progress',
  PAUSED = 'paused',
  COMPLETED = 'completed',
  CANCELLED = 'cancelled',
}
registerEnumType(JobStatusEnum, {
  name: 'JobStatus',
  description: 'How far a job is; Set B `latestStatus`.',
  valuesConfig: {
    SCHEDULED: { description: 'Nobody has begun.' },
    IN_PROGRESS: { description: 'The technician is at work.' },
    PAUSED: { description: 'Begun, and interrupted.' },
    COMPLETED: { description: 'Done. Final.' },
    CANCELLED: { description: 'Not to be done any more. Final.' },
  },
})

@ObjectType('Job', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'Work that a technician is to do at a site.',
})
export class JobNode extends ChangingNode {
  @Field(() => GraphQLPositiveInt, {
    description: 'The number in the company, from 1 and without gaps.',
  })
  readonly number!: number

  @Field(() => JobTypeNode, {
    description: 'What kind of work it is; Set A `job_type_id`, Set B `jobTypeId`.',
  })
  readonly type!: JobTypeNode

  @Field(() => SiteNode, { description: 'Where the work is; Set A `site_id`, Set B `siteId`.' })
  readonly site!: SiteNode

  @Field(() => UserNode, {
    description: 'Who is to do the work; Set A `technician_id`, Set B `technicianId`.',
  })
  readonly technician!: UserNode

  @Field(() => UserNode, {
    description: 'Who created the record; Set A `user_id`, Set B `userId`.',
  })
  readonly createdBy!: UserNode

  @Field(() => String, {
    nullable: true,
    description: 'The company’s own identifier of the job; null where it has none.',
  })
  readonly reference!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Text for the technician, Set A `special_instructions`, Set B `instructions`; null where there is none.',
  })
  readonly specialInstructions!: string | null

  @Field(() => Boolean, {
    description: 'Whether somebody must sign for the finished work; Set A `requires_signature`.',
  })
  readonly requiresSignature!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Who signed for the finished work; null where nobody has.',
  })
  readonly signatureName!: string | null

  @Field(() => JobStatusEnum, { description: 'How far the job is; Set B `latestStatus`.' })
  readonly status!: JobStatusEnum

  @Field(() => Boolean, { description: 'Whether the work was begun and is interrupted.' })
  readonly paused!: boolean

  @Field(() => Boolean, {
    description:
      'Whether the scheduled start is still to come; Set A `start_date_is_future`, Set B `futureStartDate`.',
  })
  readonly startsInFuture!: boolean

  @Field(() => Boolean, {
    description:
      'Whether the job may be completed before its scheduled end; Set A `allow_early_closure`.',
  })
  readonly allowEarlyClosure!: boolean

  @Field(() => GraphQLDateTime, {
    description: 'When the work is to start; Set A `start_date`, Set B `startedAt`.',
  })
  readonly scheduledStart!: Date

  @Field(() => GraphQLDateTime, {
    description: 'When the work is to end; Set A `end_date`, Set B `endedAt`.',
  })
  readonly scheduledEnd!: Date

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the work first began; null where it has not.',
  })
  readonly startedAt!: Date | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the work was done; null where it is not.',
  })
  readonly completedAt!: Date | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the job was cancelled; null where it was not.',
  })
  readonly cancelledAt!: Date | null

  @Field(() => UserNode, {
    nullable: true,
    description: 'Who completed or cancelled the job; null while it is open.',
  })
  readonly closedBy!: UserNode | null

  @Field(() => NonNegativeInt, {
    description: 'Whole minutes worked so far; Set A `total_minutes`, Set B `durationMinutes`.',
  })
  readonly totalMinutes!: number

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When a device confirmed that it holds the job; null until one does.',
  })
  readonly syncedAt!: Date | null
}

export const JobConnection = connectionType('Job', () => JobNode)
