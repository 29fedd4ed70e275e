import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetTypeConnection } from '../asset-type/asset-type.connection.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { ChecklistConnection } from './checklist.connection.js'
import { ChecklistNode } from './checklist.type.js'

@Resolver(() => ChecklistNode)
export class ChecklistResolver {
  @RecordQuery(ChecklistNode, 'The checklist with this id or key; null if there is none.')
  checklist(@Key(keyInput('Checklist')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(ChecklistConnection, 'The checklists of the company.')
  checklists(@FieldReader() read: FieldReader) {
    return read.connection('Checklist')
  }

  @ConnectionField(AssetTypeConnection, 'The asset types that have the checklist.')
  assetTypes(@Root() checklist: object, @FieldReader() read: FieldReader) {
    return read.children(checklist)
  }
}
