import { Resolver } from 'type-graphql'
import { hasUuid } from '../../read/lookups.js'
import { ConnectionQuery, Id, RecordQuery } from '../common/query.decorator.js'
import { Read } from '../common/read.decorator.js'
import { InspectionConnection } from './inspection.connection.js'
import { InspectionNode } from './inspection.type.js'

@Resolver(() => InspectionNode)
export class InspectionResolver {
  @RecordQuery(InspectionNode, 'The inspection with this id; null if there is none.')
  inspection(@Id() id: string, @Read() read: Read) {
    return read.record(hasUuid(id))
  }

  @ConnectionQuery(InspectionConnection, 'The inspections of the company.')
  inspections(@Read() read: Read) {
    return read.connection('Inspection')
  }
}
