import { Float } from 'type-graphql'
import { ClientNode } from '../client/client.type.js'
import { Group, GroupType } from '../common/group.type.js'
import { statisticsType } from '../common/statistics.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { JobFilterInput } from './job.connection.js'
import { type JobStatus, JobStatusEnum } from './job.type.js'

@GroupType('Job')
class JobGroup extends Group {
  @NonNull(Float, 'The sum of `totalMinutes` of the jobs.')
  readonly sumMinutes!: number

  @Nullable(JobTypeNode, 'The type of the jobs.')
  readonly type!: JobTypeNode | null

  @Nullable(SiteNode, 'The site of the jobs.')
  readonly site!: SiteNode | null

  @Nullable(ClientNode, 'The client of the site.')
  readonly client!: ClientNode | null

  @Nullable(UserNode, 'The user who does the work.')
  readonly technician!: UserNode | null

  @Nullable(JobStatusEnum, 'The status of the jobs.')
  readonly status!: JobStatus | null
}

export const JobStatistics = statisticsType('Job', JobGroup, JobFilterInput)
