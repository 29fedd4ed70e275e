import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetTypeConnection } from '../asset-type/asset-type.connection.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { Key, keyInput } from '../common/key.input.js'
import { FiguresField } from '../common/figures.decorator.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { InspectionFilterInput } from '../inspection/inspection.connection.js'
import { ChecklistConnection, ChecklistVersionConnection } from './checklist.connection.js'
import { ChecklistNode } from './checklist.type.js'
import { AnswerFiguresType } from './section.type.js'

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

  @FiguresField(
    [AnswerFiguresType],
    InspectionFilterInput,
    'How the questions of the newest version were answered, in all versions, in the inspections that match the filter.',
  )
  answerStatistics(@Root() checklist: object, @FieldReader() read: FieldReader) {
    return read.childFigures(checklist)
  }

  @ConnectionField(ChecklistVersionConnection, 'The versions of the checklist, newest first.')
  versions(@Root() checklist: object, @FieldReader() read: FieldReader) {
    return read.children(checklist)
  }

  @ConnectionField(AssetTypeConnection, 'The asset types that have the checklist.')
  assetTypes(@Root() checklist: object, @FieldReader() read: FieldReader) {
    return read.children(checklist)
  }
}
