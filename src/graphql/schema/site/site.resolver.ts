import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { JobArgs } from '../job/job.args.js'
import { JobConnection } from '../job/job.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { SiteArgs } from './site.args.js'
import { SiteConnection, SiteNode } from './site.type.js'

@Resolver(() => SiteNode)
export class SiteResolver {
  @Query(() => SiteNode, { nullable: true, description: 'One site; null where there is none.' })
  site(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Site', hasUuid(id), context, info)
  }

  @Query(() => SiteConnection, { description: 'The sites of the company.' })
  sites(
    @Args(() => SiteArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Site', args, context, info)
  }

  @FieldResolver(() => ZoneConnection, { description: 'The zones of the site.' })
  zones(
    @Root() site: object,
    @Args(() => ZoneArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(site, args, context, info)
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets in all zones of the site.' })
  assets(
    @Root() site: object,
    @Args(() => AssetArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(site, args, context, info)
  }

  @FieldResolver(() => JobConnection, { description: 'The jobs at the site.' })
  jobs(
    @Root() site: object,
    @Args(() => JobArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(site, args, context, info)
  }
}
