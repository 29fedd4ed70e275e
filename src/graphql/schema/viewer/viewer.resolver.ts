import type { GraphQLResolveInfo } from 'graphql'
import { Ctx, FieldResolver, Info, Query, Resolver } from 'type-graphql'
import { CompanyNode } from '../company/company.type.js'
import { type Context, sessionOf } from '../../context.js'
import { hasId, record } from '../../read/read-graph.js'
import { UserNode } from '../user/user.type.js'
import { ViewerType } from './viewer.type.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'Who is asking.' })
  viewer(@Ctx() context: Context) {
    return { role: sessionOf(context).viewer.role }
  }

  @FieldResolver(() => UserNode, { description: 'The user whose credentials were given.' })
  user(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    return record('User', hasId(sessionOf(context).viewer.userId), context, info)
  }

  @FieldResolver(() => CompanyNode, { description: 'The company that they belong to.' })
  company(@Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    return record('Company', hasId(sessionOf(context).viewer.companyId), context, info)
  }
}
