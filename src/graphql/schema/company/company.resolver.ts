import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql'
import { ApiKeyArgs } from '../api-key/api-key.args.js'
import { ApiKeyConnection } from '../api-key/api-key.type.js'
import { type Context, sessionOf } from '../../context.js'
import type { PageArguments } from '../../operation/page.js'
import { edge, hasId, record } from '../../read/read-graph.js'
import { CompanyNode } from './company.type.js'

@Resolver(() => CompanyNode)
export class CompanyResolver {
  @Query(() => CompanyNode, { description: 'The company of whoever asks.' })
  company(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    return record('Company', hasId(sessionOf(context).viewer.companyId), context, info)
  }

  @FieldResolver(() => ApiKeyConnection, {
    description: 'The credentials of the company’s integrations.',
  })
  apiKeys(
    @Root() company: object,
    @Args(() => ApiKeyArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(company, args, context, info)
  }
}
