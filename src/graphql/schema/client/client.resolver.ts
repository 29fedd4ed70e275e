import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../context.js'
import { SiteArgs } from '../site/site.args.js'
import { SiteConnection } from '../site/site.type.js'
import type { PageArguments } from '../../operation/page.js'
import { companyConnection, edge, hasUuid, record } from '../../read/read-graph.js'
import { ClientArgs } from './client.args.js'
import { ClientConnection, ClientNode } from './client.type.js'

@Resolver(() => ClientNode)
export class ClientResolver {
  @Query(() => ClientNode, { nullable: true, description: 'One client; null where there is none.' })
  client(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return record('Client', hasUuid(id), context, info)
  }

  @Query(() => ClientConnection, { description: 'The clients of the company.' })
  clients(
    @Args(() => ClientArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return companyConnection('Client', args, context, info)
  }

  @FieldResolver(() => SiteConnection, { description: 'The sites of the client.' })
  sites(
    @Root() client: object,
    @Args(() => SiteArgs) args: PageArguments,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return edge(client, args, context, info)
  }
}
