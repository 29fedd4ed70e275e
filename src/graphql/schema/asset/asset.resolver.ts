import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { DocumentArgs } from '../document/document.args.js'
import { DocumentConnection } from '../document/document.type.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { AssetArgs } from './asset.args.js'
import { AssetConnection, AssetNode } from './asset.type.js'

@Resolver(() => AssetNode)
export class AssetResolver {
  @Query(() => AssetNode, { nullable: true, description: 'One asset; null where there is none.' })
  asset(
    @Arg('id', () => ID, { description: 'The UUID of the asset.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Asset', hasUuid(id), context, info)
  }

  @Query(() => AssetNode, {
    nullable: true,
    description: 'The asset with a code; null where there is none.',
  })
  assetByCode(
    @Arg('code', () => String, { description: 'The whole code, case-sensitive.' }) code: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record(
      'Asset',
      ({ column, parameter }) => `${column('code')} = ${parameter(code.trim(), 'text')}`,
      context,
      info,
    )
  }

  @Query(() => AssetNode, {
    nullable: true,
    description: 'The asset with a barcode; null where there is none.',
  })
  assetByBarcode(
    @Arg('data', () => String, { description: 'What was scanned.' }) data: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record(
      'Asset',
      ({ column, company, parameter }) =>
        `${column('id')} = (select x.asset_id from barcode x
          where x.company_id = ${company} and x.data = ${parameter(data.trim(), 'text')} and x.deleted_at is null)`,
      context,
      info,
    )
  }

  @Query(() => AssetConnection, { description: 'The assets of the company.' })
  assets(
    @Args(() => AssetArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Asset', args, context, info)
  }

  @FieldResolver(() => DocumentConnection, { description: 'The files that belong to the asset.' })
  documents(
    @Root() asset: object,
    @Args(() => DocumentArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(asset, args, context, info)
  }

  @FieldResolver(() => InspectionConnection, { description: 'Every look at the asset.' })
  inspections(
    @Root() asset: object,
    @Args(() => InspectionArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(asset, args, context, info)
  }
}
