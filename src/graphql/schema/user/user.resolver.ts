import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { SiteArgs } from '../site/site.args.js'
import { SiteConnection } from '../site/site.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { UserArgs } from './user.args.js'
import { UserConnection, UserNode } from './user.type.js'

@Resolver(() => UserNode)
export class UserResolver {
  @Query(() => UserNode, { nullable: true, description: 'One user; null where there is none.' })
  user(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('User', hasUuid(id), context, info)
  }

  @Query(() => UserConnection, { description: 'The users of the company.' })
  users(
    @Args(() => UserArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('User', args, context, info)
  }

  @FieldResolver(() => SiteConnection, { description: 'The sites that the user manages.' })
  sites(
    @Root() user: object,
    @Args(() => SiteArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(user, args, context, info)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs that the user carries out.' })
  jobs(
    @Root() user: object,
    @Args(() => JobArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(user, args, context, info)
  }

  @FieldResolver(() => InspectionConnection, { description: 'The inspections that the user made.' })
  inspections(
    @Root() user: object,
    @Args(() => InspectionArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(user, args, context, info)
  }
}
