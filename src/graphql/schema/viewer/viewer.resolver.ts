import { FieldResolver, Query, Resolver } from 'type-graphql'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { Read } from '../common/read.decorator.js'
import { CompanyNode } from '../company/company.type.js'
import { UserNode } from '../user/user.type.js'
import { ViewerType } from './viewer.type.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'Who is asking.' })
  viewer(@Read() read: GraphReader) {
    return { role: read.viewer.role }
  }

  @FieldResolver(() => UserNode, { description: 'The user whose credentials were given.' })
  user(@Read() read: GraphReader) {
    return read.record(hasId(read.viewer.userId))
  }

  @FieldResolver(() => CompanyNode, { description: 'The company that they belong to.' })
  company(@Read() read: GraphReader) {
    return read.record(hasId(read.viewer.companyId))
  }
}
