import { Arg, ID, Query, Resolver } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { RiskArgs } from './risk.args.js'
import { RiskConnection, RiskNode } from './risk.type.js'

@Resolver(() => RiskNode)
export class RiskResolver {
  @Query(() => RiskNode, { nullable: true, description: 'One risk; null where there is none.' })
  risk(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => RiskConnection, { description: 'The four risks, the same for every company.' })
  risks(@Read(() => RiskArgs) read: GraphReader) {
    return read.connection('Risk')
  }
}
