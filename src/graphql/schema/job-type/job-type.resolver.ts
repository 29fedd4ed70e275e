import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
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
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('JobType', hasUuid(id), context, info)
  }

  @Query(() => JobTypeConnection, { description: 'The job types of the company.' })
  jobTypes(
    @Args(() => JobTypeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('JobType', args, context, info)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs of the type.' })
  jobs(
    @Root() jobType: object,
    @Args(() => JobArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(jobType, args, context, info)
  }
}
