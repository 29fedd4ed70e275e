import { FieldResolver, Query, Resolver } from 'type-graphql'
import { hasId } from '../../read/lookups.js'
import { Read } from '../common/read.decorator.js'
import { CompanyNode } from '../company/company.type.js'
import { UserNode } from '../user/user.type.js'
import { ViewerType } from './viewer.type.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'The signed-in user.' })
  viewer(@Read() read: Read) {
    return { role: read.viewer.role }
  }

  @FieldResolver(() => UserNode, { description: 'The record of the user.' })
  user(@Read() read: Read) {
    return read.record(hasId(read.viewer.userId))
  }

  @FieldResolver(() => CompanyNode, { description: 'The company of the user.' })
  company(@Read() read: Read) {
    return read.record(hasId(read.viewer.companyId))
  }
}
