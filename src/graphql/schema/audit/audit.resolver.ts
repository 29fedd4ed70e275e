import type { GraphQLResolveInfo } from 'graphql'
import { type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { ApiKeyNode } from '../api-key/api-key.type.js'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { AssetNode } from '../asset/asset.type.js'
import { BarcodeNode } from '../barcode/barcode.type.js'
import { ChecklistNode } from '../checklist/checklist.type.js'
import { ClientNode } from '../client/client.type.js'
import { ConnectionField, ConnectionQuery, FOR_ADMINS } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { NodeInterface } from '../common/node.type.js'
import { CompanyNode } from '../company/company.type.js'
import { DocumentNode } from '../document/document.type.js'
import { InspectionNode } from '../inspection/inspection.type.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { JobNode } from '../job/job.type.js'
import { readNodes } from '../node/read-nodes.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { ZoneTypeNode } from '../zone-type/zone-type.type.js'
import { ZoneNode } from '../zone/zone.type.js'
import { AuditEntryConnection } from './audit-entry.connection.js'
import { AuditEntryType } from './audit-entry.type.js'

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
      'The record as it is now, even if removed since. Null if it was deleted permanently, and for a session.',
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

const nodes = [
  ApiKeyNode,
  AssetNode,
  AssetTypeNode,
  BarcodeNode,
  ChecklistNode,
  ClientNode,
  CompanyNode,
  DocumentNode,
  InspectionNode,
  JobNode,
  JobTypeNode,
  SiteNode,
  UserNode,
  ZoneNode,
  ZoneTypeNode,
]

export const auditResolvers = [AuditResolver, AuditEntryResolver, ...nodes.map(historyResolver)]
