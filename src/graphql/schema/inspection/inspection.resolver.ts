import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql'
import type { Context } from '../../context.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, hasUuid, record } from '../../read/read-graph.js'
import { InspectionArgs } from './inspection.args.js'
import { InspectionConnection, InspectionNode } from './inspection.type.js'

@Resolver(() => InspectionNode)
export class InspectionResolver {
  @Query(() => InspectionNode, {
    nullable: true,
    description: 'One inspection; null where there is none.',
  })
  inspection(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Inspection', hasUuid(id), context, info)
  }

  @Query(() => InspectionConnection, { description: 'The inspections of the company.' })
  inspections(
    @Args(() => InspectionArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Inspection', args, context, info)
  }
}
