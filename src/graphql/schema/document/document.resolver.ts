import { Resolver } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { DocumentConnection } from './document.connection.js'
import { DocumentNode } from './document.type.js'

@Resolver(() => DocumentNode)
export class DocumentResolver {
  @RecordQuery(DocumentNode, 'The document with this id or key; null if there is none.')
  document(@Key(keyInput('Document')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(DocumentConnection, 'The documents of the company, of all its records.')
  documents(@FieldReader() read: FieldReader) {
    return read.connection('Document')
  }
}
