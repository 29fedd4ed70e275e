import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { ZoneArgs } from './zone.args.js'
import { ZoneConnection, ZoneNode } from './zone.type.js'

@Resolver(() => ZoneNode)
export class ZoneResolver {
  @Query(() => ZoneNode, { nullable: true, description: 'One zone; null where there is none.' })
  zone(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Zone', hasUuid(id), context, info)
  }

  @Query(() => ZoneConnection, { description: 'The zones of the company.' })
  zones(
    @Args(() => ZoneArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Zone', args, context, info)
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets in the zone.' })
  assets(
    @Root() zone: object,
    @Args(() => AssetArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(zone, args, context, info)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs that name the zone.' })
  jobs(
    @Root() zone: object,
    @Args(() => JobArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(zone, args, context, info)
  }
}
