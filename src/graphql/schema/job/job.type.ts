import { GraphQLDateTime } from 'graphql-scalars'
import { Int } from 'type-graphql'
import type { JobFilter } from '../../../domain/job/job-listing.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { ReportType } from '../report/report.type.js'
import { SiteNode } from '../site/site.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { SignatureType } from './signature.type.js'

export type JobStatus = JobFilter['statuses'][number]
export const JobStatusEnum = enumType<JobStatus>('JobStatus', 'The status of a job.', {
  scheduled: 'The work has not started.',
  in_progress: 'The technician is working.',
  paused: 'The work has started and is paused.',
  completed: 'The work is done. This status is final.',
  cancelled: 'The job is cancelled. This status is final.',
})

@ValueType(
  'JobProgress',
  'The assets of a job: those in use now in its zones, or at its site if it has no zones.',
)
export class JobProgressType {
  @NonNull(Int, 'The number of assets.')
  readonly assets!: number

  @NonNull(Int, 'How many of them were inspected in the job.')
  readonly inspected!: number

  @NonNull(Int, 'How many of them were not.')
  readonly remaining!: number
}

@NodeType('Job', 'Work that a technician does at a site.')
export class JobNode extends RemovableNode {
  @NonNull(Int, 'The number of the job in the company, from 1 and without gaps.')
  readonly number!: number

  @NonNull(JobTypeNode, 'The type of the job.')
  readonly type!: JobTypeNode

  @NonNull(SiteNode, 'The site of the job.')
  readonly site!: SiteNode

  @NonNull(
    UserNode,
    'The user who does the work. If the job is not assigned yet, the placeholder of the company: a user with the name “Not assigned”.',
  )
  readonly technician!: UserNode

  @NonNull(
    Boolean,
    'Whether the job has a technician. If false, `technician` is the placeholder of the company, and the job cannot be started.',
  )
  readonly assigned!: boolean

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode

  @Nullable(String, 'The company’s own identifier of the job; null if there is none.')
  readonly reference!: string | null

  @Nullable(String, 'Instructions for the technician; null if there are none.')
  readonly specialInstructions!: string | null

  @NonNull(Boolean, 'Whether a signature is required to complete the job.')
  readonly requiresSignature!: boolean

  @Nullable(String, 'The name of the person who signed for the work; null if unsigned.')
  readonly signatureName!: string | null

  @Nullable(
    SignatureType,
    'The drawn signature; null if the job is not completed, or was completed without one.',
  )
  readonly signature!: SignatureType | null

  @NonNull(JobStatusEnum, 'The status of the job.')
  readonly status!: JobStatus

  @NonNull(GraphQLDateTime, 'Since when the job has its status.')
  readonly statusSince!: Date

  @NonNull(Boolean, 'Whether the work has started and is paused.')
  readonly paused!: boolean

  @NonNull(Boolean, 'Whether the scheduled start is in the future.')
  readonly startsInFuture!: boolean

  @NonNull(Boolean, 'Whether the job may be completed before its scheduled end.')
  readonly allowEarlyClosure!: boolean

  @NonNull(
    JobProgressType,
    'How many assets are inspected. The filter `leftInJobIds` lists the others.',
  )
  readonly progress!: JobProgressType

  @NonNull(GraphQLDateTime, 'When the work is scheduled to start.')
  readonly scheduledStart!: Date

  @NonNull(
    String,
    'The scheduled start in the time zone of the site, or in UTC if it has none: `YYYY-MM-DDTHH:MM`, followed by `:SS` if it is not on a full minute.',
  )
  readonly scheduledStartLocal!: string

  @NonNull(GraphQLDateTime, 'When the work is scheduled to end.')
  readonly scheduledEnd!: Date

  @NonNull(String, 'The scheduled end in the same format and time zone as `scheduledStartLocal`.')
  readonly scheduledEndLocal!: string

  @NonNull(Boolean, 'Whether the job is not finished although its scheduled end is past.')
  readonly late!: boolean

  @Nullable(GraphQLDateTime, 'When the work first started; null if it has not.')
  readonly startedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the job was completed; null if it is not.')
  readonly completedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the job was cancelled; null if it is not.')
  readonly cancelledAt!: Date | null

  @Nullable(UserNode, 'The user who completed or cancelled the job; null while it is open.')
  readonly closedBy!: UserNode | null

  @NonNull(Int, 'The number of files that belong to the job.')
  readonly documentsCount!: number

  @NonNull(Int, 'The time worked so far, in whole minutes.')
  readonly totalMinutes!: number

  @Nullable(GraphQLDateTime, 'When a device confirmed that it received the job; null if none did.')
  readonly syncedAt!: Date | null

  @Nullable(
    ReportType,
    'The report; null if the job is not completed, or was completed before there were reports: see `reportJob`.',
  )
  readonly report!: ReportType | null
}
