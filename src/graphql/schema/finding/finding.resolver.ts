import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FindingConnection } from './finding.connection.js'
import { FindingNode } from './finding.type.js'

@Resolver(() => FindingNode)
export class FindingResolver {
  @RecordQuery(FindingNode, 'The finding with this id or key; null if there is none.')
  finding(@Key(keyInput('Finding')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(FindingConnection, 'The findings of the company.')
  findings(@FieldReader() read: FieldReader) {
    return read.connection('Finding')
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the finding.')
  documents(@Root() finding: object, @FieldReader() read: FieldReader) {
    return read.children(finding)
  }
}
