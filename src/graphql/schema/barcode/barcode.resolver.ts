import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql'
import type { Context } from '../../context.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, hasUuid, record } from '../../read/read-graph.js'
import { BarcodeArgs } from './barcode.args.js'
import { BarcodeConnection, BarcodeNode } from './barcode.type.js'

@Resolver(() => BarcodeNode)
export class BarcodeResolver {
  @Query(() => BarcodeNode, {
    nullable: true,
    description: 'One barcode; null where there is none.',
  })
  barcode(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Barcode', hasUuid(id), context, info)
  }

  @Query(() => BarcodeConnection, { description: 'The barcodes of the company.' })
  barcodes(
    @Args(() => BarcodeArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Barcode', args, context, info)
  }
}
