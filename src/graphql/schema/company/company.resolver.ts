import { FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { ApiKeyArgs } from '../api-key/api-key.args.js'
import { ApiKeyConnection } from '../api-key/api-key.type.js'
import { CompanyNode } from './company.type.js'

@Resolver(() => CompanyNode)
export class CompanyResolver {
  @Query(() => CompanyNode, { description: 'The company of whoever asks.' })
  company(@Read() read: GraphReader) {
    return read.record(hasId(read.viewer.companyId))
  }

  @FieldResolver(() => ApiKeyConnection, {
    description: 'The credentials of the company’s integrations.',
  })
  apiKeys(@Root() company: object, @Read(() => ApiKeyArgs) read: GraphReader) {
    return read.children(company)
  }
}
