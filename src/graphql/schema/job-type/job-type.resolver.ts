import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { JobTypeArgs } from './job-type.args.js'
import { JobTypeConnection, JobTypeNode } from './job-type.type.js'

@Resolver(() => JobTypeNode)
export class JobTypeResolver {
  @Query(() => JobTypeNode, {
    nullable: true,
    description: 'One job type; null where there is none.',
  })
  jobType(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => JobTypeConnection, { description: 'The job types of the company.' })
  jobTypes(@Read(() => JobTypeArgs) read: GraphReader) {
    return read.connection('JobType')
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs of the type.' })
  jobs(@Root() jobType: object, @Read(() => JobArgs) read: GraphReader) {
    return read.children(jobType)
  }
}
