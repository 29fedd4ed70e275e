import { Query, Resolver, Root } from 'type-graphql'
import { hasId } from '../../read/lookups.js'
import { ApiKeyConnection } from '../api-key/api-key.connection.js'
import { ConnectionField, FOR_ADMINS } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { CompanyNode } from './company.type.js'

@Resolver(() => CompanyNode)
export class CompanyResolver {
  @Query(() => CompanyNode, { description: 'The company of the signed-in user.' })
  company(@FieldReader() read: FieldReader) {
    return read.record(hasId(read.viewer.companyId))
  }

  @ConnectionField(
    ApiKeyConnection,
    'The API keys of the company’s integrations. For admins.',
    FOR_ADMINS,
  )
  apiKeys(@Root() company: object, @FieldReader() read: FieldReader) {
    return read.children(company)
  }
}
