import { Resolver, Root } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { ConnectionField, ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { SiteConnection } from '../site/site.connection.js'
import { ClientConnection } from './client.connection.js'
import { ClientNode } from './client.type.js'

@Resolver(() => ClientNode)
export class ClientResolver {
  @RecordQuery(ClientNode, 'The client with this id; null if there is none.')
  client(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(ClientConnection, 'The clients of the company.')
  clients(@Read() read: Read) {
    return read.connection('Client')
  }

  @ConnectionField(SiteConnection, 'The sites of the client.')
  sites(@Root() client: object, @Read() read: Read) {
    return read.children(client)
  }
}
