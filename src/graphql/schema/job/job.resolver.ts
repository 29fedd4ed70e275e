import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { DocumentArgs } from '../document/document.args.js'
import { DocumentConnection } from '../document/document.type.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { JobArgs } from './job.args.js'
import { JobConnection, JobNode } from './job.type.js'

@Resolver(() => JobNode)
export class JobResolver {
  @Query(() => JobNode, { nullable: true, description: 'One job; null where there is none.' })
  job(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Job', hasUuid(id), context, info)
  }

  @Query(() => JobConnection, { description: 'The jobs of the company.' })
  jobs(
    @Args(() => JobArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Job', args, context, info)
  }

  @FieldResolver(() => ZoneConnection, {
    description: 'The zones of the site that the job is about; none means the whole site.',
  })
  zones(
    @Root() job: object,
    @Args(() => ZoneArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(job, args, context, info)
  }

  @FieldResolver(() => DocumentConnection, { description: 'The files that belong to the job.' })
  documents(
    @Root() job: object,
    @Args(() => DocumentArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(job, args, context, info)
  }

  @FieldResolver(() => InspectionConnection, { description: 'What was inspected during the job.' })
  inspections(
    @Root() job: object,
    @Args(() => InspectionArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(job, args, context, info)
  }
}
