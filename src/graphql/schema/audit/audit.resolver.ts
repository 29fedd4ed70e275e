import type { GraphQLResolveInfo } from 'graphql'
import { type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { ConnectionField, ConnectionQuery, FOR_ADMINS } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { NodeInterface, nodeTypes } from '../common/node.type.js'
import { readNodes } from '../node/read-nodes.js'
import { AuditEntryConnection } from './audit-entry.connection.js'
import { AuditEntryType, AuditRecordTypeEnum } from './audit-entry.type.js'

@Resolver()
class AuditResolver {
  @ConnectionQuery(
    AuditEntryConnection,
    'The changes of all records of the company, newest first. To follow the log without missing an entry, order by `TRANSACTION` ascending and continue after the last cursor. For admins.',
    FOR_ADMINS,
  )
  auditLog(@FieldReader() read: FieldReader) {
    return read.connection('AuditEntry')
  }
}

@Resolver(() => AuditEntryType)
class AuditEntryResolver {
  @FieldResolver(() => NodeInterface, {
    nullable: true,
    description:
      'The record as it is now, even if removed since. Null if it was deleted permanently, and for a session or a report.',
  })
  record(
    @Root() { recordId }: AuditEntryType,
    @Info() { schema }: GraphQLResolveInfo,
    @FieldReader() read: FieldReader,
  ) {
    return read.load(recordId, (ids) => readNodes(ids, schema, read, { removed: 'include' }))
  }
}

/** The field `history` of a node type. */
function historyResolver(node: ClassType) {
  @Resolver(() => node)
  class HistoryResolver {
    @ConnectionField(
      AuditEntryConnection,
      'The changes of the record since it was created, newest first. Old changes may have been deleted. For admins.',
      FOR_ADMINS,
    )
    history(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.children(record)
    }
  }
  return HistoryResolver
}

/** Adds `history` to each node type whose changes the audit log has. Call it after all types are loaded. */
export const historyResolvers = () =>
  [...nodeTypes]
    .filter(([name]) => Object.values(AuditRecordTypeEnum).includes(name))
    .map(([, node]) => historyResolver(node))

export const auditResolvers = [AuditResolver, AuditEntryResolver] as const
