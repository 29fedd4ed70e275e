import { Arg, ID, Query, Resolver } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { InspectionArgs } from './inspection.args.js'
import { InspectionConnection, InspectionNode } from './inspection.type.js'

@Resolver(() => InspectionNode)
export class InspectionResolver {
  @Query(() => InspectionNode, {
    nullable: true,
    description: 'One inspection; null where there is none.',
  })
  inspection(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => InspectionConnection, { description: 'The inspections of the company.' })
  inspections(@Read(() => InspectionArgs) read: GraphReader) {
    return read.connection('Inspection')
  }
}
