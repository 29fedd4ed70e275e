import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { FindingConnection } from '../finding/finding.connection.js'
import { InspectionConnection } from './inspection.connection.js'
import { InspectionNode } from './inspection.type.js'

@Resolver(() => InspectionNode)
export class InspectionResolver {
  @RecordQuery(InspectionNode, 'The inspection with this id or key; null if there is none.')
  inspection(@Key(keyInput('Inspection')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(InspectionConnection, 'The inspections of the company.')
  inspections(@FieldReader() read: FieldReader) {
    return read.connection('Inspection')
  }

  @ConnectionField(FindingConnection, 'The findings that the inspection opened.')
  findings(@Root() inspection: object, @FieldReader() read: FieldReader) {
    return read.children(inspection)
  }

  @ConnectionField(
    DocumentConnection,
    'The files that belong to the inspection, including the photographs of its answers.',
  )
  documents(@Root() inspection: object, @FieldReader() read: FieldReader) {
    return read.children(inspection)
  }
}
