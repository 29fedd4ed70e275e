import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { SiteConnection } from '../site/site.connection.js'
import { ClientConnection } from './client.connection.js'
import { ClientNode } from './client.type.js'

@Resolver(() => ClientNode)
export class ClientResolver {
  @RecordQuery(ClientNode, 'The client with this id or key; null if there is none.')
  client(@Key(keyInput('Client')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(ClientConnection, 'The clients of the company.')
  clients(@FieldReader() read: FieldReader) {
    return read.connection('Client')
  }

  @ConnectionField(SiteConnection, 'The sites of the client.')
  sites(@Root() client: object, @FieldReader() read: FieldReader) {
    return read.children(client)
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the client.')
  documents(@Root() client: object, @FieldReader() read: FieldReader) {
    return read.children(client)
  }
}
