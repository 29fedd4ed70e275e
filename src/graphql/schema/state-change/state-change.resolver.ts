import type { GraphQLResolveInfo } from 'graphql'
import { type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { AssetNode } from '../asset/asset.type.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { NodeInterface } from '../common/node.type.js'
import { ConnectionField, ConnectionQuery } from '../common/query.decorator.js'
import { FindingNode } from '../finding/finding.type.js'
import { JobNode } from '../job/job.type.js'
import { readNodes } from '../node/read-nodes.js'
import { SiteNode } from '../site/site.type.js'
import { StateChangeConnection } from './state-change.connection.js'
import { StateChangeType } from './state-change.type.js'

@Resolver()
class StateChangesResolver {
  @ConnectionQuery(
    StateChangeConnection,
    'The state changes of all assets, jobs, sites and findings, in the order in which they were written, newest first. To follow them without missing one, order by `TRANSACTION` ascending and continue after the last cursor.',
  )
  stateChanges(@FieldReader() read: FieldReader) {
    return read.connection('StateChange')
  }
}

@Resolver(() => StateChangeType)
class StateChangeResolver {
  @FieldResolver(() => NodeInterface, {
    nullable: true,
    description: 'The record as it is now. Null if it was removed.',
  })
  record(
    @Root() { recordId }: StateChangeType,
    @Info() { schema }: GraphQLResolveInfo,
    @FieldReader() read: FieldReader,
  ) {
    return read.load(recordId, (ids) => readNodes(ids, schema, read))
  }
}

/** The field `stateChanges` of a node type. */
function timelineResolver(node: ClassType) {
  @Resolver(() => node)
  class TimelineResolver {
    @ConnectionField(StateChangeConnection, 'The state changes of the record, newest first.')
    stateChanges(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.children(record)
    }
  }
  return TimelineResolver
}

export const stateChangeResolvers = [
  StateChangesResolver,
  StateChangeResolver,
  ...[AssetNode, FindingNode, JobNode, SiteNode].map(timelineResolver),
] as const
