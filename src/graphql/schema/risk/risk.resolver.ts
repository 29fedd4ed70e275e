import { Resolver } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { RiskConnection } from './risk.connection.js'
import { RiskNode } from './risk.type.js'

@Resolver(() => RiskNode)
export class RiskResolver {
  @RecordQuery(RiskNode, 'The risk with this id; null if there is none.')
  risk(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(RiskConnection, 'The four risks, the same for every company.')
  risks(@Read() read: Read) {
    return read.connection('Risk')
  }
}
