import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { AssetArgs } from '../asset/asset.args.js'
import { AssetConnection } from '../asset/asset.type.js'
import { ZoneTypeArgs } from '../zone-type/zone-type.args.js'
import { ZoneTypeConnection } from '../zone-type/zone-type.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { AssetTypeArgs } from './asset-type.args.js'
import { AssetTypeConnection, AssetTypeNode } from './asset-type.type.js'

@Resolver(() => AssetTypeNode)
export class AssetTypeResolver {
  @Query(() => AssetTypeNode, {
    nullable: true,
    description: 'One asset type; null where there is none.',
  })
  assetType(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('AssetType', hasUuid(id), context, info)
  }

  @Query(() => AssetTypeConnection, { description: 'The asset types of the company.' })
  assetTypes(
    @Args(() => AssetTypeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('AssetType', args, context, info)
  }

  @FieldResolver(() => AssetConnection, { description: 'The assets of the type.' })
  assets(
    @Root() assetType: object,
    @Args(() => AssetArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(assetType, args, context, info)
  }

  @FieldResolver(() => ZoneTypeConnection, {
    description: 'The types of zone in which such assets are expected.',
  })
  zoneTypes(
    @Root() assetType: object,
    @Args(() => ZoneTypeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(assetType, args, context, info)
  }
}
