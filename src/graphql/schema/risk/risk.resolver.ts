import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql'
import type { Context } from '../../context.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, hasUuid, record } from '../../read/read-graph.js'
import { RiskArgs } from './risk.args.js'
import { RiskConnection, RiskNode } from './risk.type.js'

@Resolver(() => RiskNode)
export class RiskResolver {
  @Query(() => RiskNode, { nullable: true, description: 'One risk; null where there is none.' })
  risk(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Risk', hasUuid(id), context, info)
  }

  @Query(() => RiskConnection, { description: 'The four risks, the same for every company.' })
  risks(
    @Args(() => RiskArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Risk', args, context, info)
  }
}
