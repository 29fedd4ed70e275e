import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { AssetTypeArgs } from '../asset-type/asset-type.args.js'
import { AssetTypeConnection } from '../asset-type/asset-type.type.js'
import { ZoneArgs } from '../zone/zone.args.js'
import { ZoneConnection } from '../zone/zone.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { ZoneTypeArgs } from './zone-type.args.js'
import { ZoneTypeConnection, ZoneTypeNode } from './zone-type.type.js'

@Resolver(() => ZoneTypeNode)
export class ZoneTypeResolver {
  @Query(() => ZoneTypeNode, {
    nullable: true,
    description: 'One zone type; null where there is none.',
  })
  zoneType(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('ZoneType', hasUuid(id), context, info)
  }

  @Query(() => ZoneTypeConnection, {
    description: 'The zone types of the company; Set A calls them asset groups.',
  })
  zoneTypes(
    @Args(() => ZoneTypeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('ZoneType', args, context, info)
  }

  @FieldResolver(() => ZoneConnection, { description: 'The zones of the type.' })
  zones(
    @Root() zoneType: object,
    @Args(() => ZoneArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(zoneType, args, context, info)
  }

  @FieldResolver(() => AssetTypeConnection, {
    description: 'The types of asset that are expected in such zones.',
  })
  assetTypes(
    @Root() zoneType: object,
    @Args(() => AssetTypeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(zoneType, args, context, info)
  }
}
