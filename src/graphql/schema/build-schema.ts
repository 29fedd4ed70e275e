import 'reflect-metadata'
import {
  assertValidSchema,
  getNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import type { ModelName } from '../../db/read/model.js'
import { Projection } from '../../db/read/projection.js'
import { policy } from '../../domain/access/policy.js'
import { sourceOf } from '../operation/model-fields.js'
import { ApiKeyMutation } from './api-key/api-key.mutation.js'
import { AssetTypeMutation } from './asset-type/asset-type.mutation.js'
import { AssetTypeResolver } from './asset-type/asset-type.resolver.js'
import { AssetBulkMutation } from './asset/asset.bulk.js'
import { AssetMutation } from './asset/asset.mutation.js'
import { AssetResolver } from './asset/asset.resolver.js'
import { auditResolvers, historyResolvers } from './audit/audit.resolver.js'
import { BarcodeResolver } from './barcode/barcode.resolver.js'
import { ChecklistNode } from './checklist/checklist.type.js'
import { beginMutations } from './common/begin-mutations.js'
import { ClientMutation } from './client/client.mutation.js'
import { ClientResolver } from './client/client.resolver.js'
import { CompanyMutation } from './company/company.mutation.js'
import { CompanyResolver } from './company/company.resolver.js'
import { FindingMutation } from './finding/finding.mutation.js'
import { FindingResolver } from './finding/finding.resolver.js'
import { refuseReads } from './common/refuse-reads.js'
import { InspectionBulkMutation } from './inspection/inspection.bulk.js'
import { InspectionMutation } from './inspection/inspection.mutation.js'
import { InspectionResolver } from './inspection/inspection.resolver.js'
import { ChecklistMutation } from './checklist/checklist.mutation.js'
import { ChecklistResolver } from './checklist/checklist.resolver.js'
import { JobTypeMutation } from './job-type/job-type.mutation.js'
import { JobTypeResolver } from './job-type/job-type.resolver.js'
import { JobBulkMutation } from './job/job.bulk.js'
import { JobMutation } from './job/job.mutation.js'
import { JobResolver } from './job/job.resolver.js'
import { NodeResolver } from './node/node.resolver.js'
import { RiskResolver } from './risk/risk.resolver.js'
import { SessionMutation } from './session/session.mutation.js'
import { SiteMutation } from './site/site.mutation.js'
import { SiteResolver } from './site/site.resolver.js'
import { OwnAccountMutation } from './user/own-account.mutation.js'
import { statisticsResolvers } from './statistics/statistics.resolver.js'
import { UserMutation } from './user/user.mutation.js'
import { UserResolver } from './user/user.resolver.js'
import { ViewerResolver } from './viewer/viewer.resolver.js'
import { ZoneTypeMutation } from './zone-type/zone-type.mutation.js'
import { ZoneTypeResolver } from './zone-type/zone-type.resolver.js'
import { ZoneMutation } from './zone/zone.mutation.js'
import { ZoneResolver } from './zone/zone.resolver.js'

const historyFields = historyResolvers()

/** Builds the schema. Throws if an operation has no policy, or if the read engine does not know a field. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      AssetResolver,
      AssetTypeResolver,
      BarcodeResolver,
      ClientResolver,
      CompanyResolver,
      FindingResolver,
      InspectionResolver,
      JobResolver,
      ChecklistResolver,
      JobTypeResolver,
      NodeResolver,
      RiskResolver,
      SiteResolver,
      UserResolver,
      ViewerResolver,
      ZoneResolver,
      ZoneTypeResolver,
      ...statisticsResolvers,
      ...auditResolvers,
      ...historyFields,
      ApiKeyMutation,
      AssetBulkMutation,
      AssetMutation,
      AssetTypeMutation,
      ClientMutation,
      CompanyMutation,
      FindingMutation,
      InspectionBulkMutation,
      InspectionMutation,
      JobBulkMutation,
      JobMutation,
      ChecklistMutation,
      JobTypeMutation,
      OwnAccountMutation,
      SessionMutation,
      SiteMutation,
      UserMutation,
      ZoneMutation,
      ZoneTypeMutation,
    ],
    orphanedTypes: [ChecklistNode],
    validate: false,
    // type-graphql's check runs an introspection query; `assertValidSchema` is enough.
    skipCheck: true,
  })
  for (const type of Object.values(schema.getTypeMap())) {
    // type-graphql has no `@oneOf`.
    if (isInputObjectType(type) && type.name.endsWith('Key')) type.isOneOf = true
  }
  // type-graphql has no descriptions of the root types.
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'Reads records. Lists are connections.'
  if (mutation)
    mutation.description = 'Writes records. The mutations of one operation run one after the other.'
  beginMutations(schema)
  assertValidSchema(schema)
  requirePolicies(schema)
  for (const type of nodeTypes(schema)) requireModelFields(type)
  refuseReads(schema)
  return schema
}

function requirePolicies(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const name of Object.keys(root?.getFields() ?? {})) {
      if (!(name in policy)) throw new Error(`expected a row in the policy for ${name}`)
    }
  }
}

const nodeTypes = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      type instanceof GraphQLObjectType && type.getInterfaces().some(({ name }) => name === 'Node'),
  )

/**
 * Checks each field of a node type: connections and statistics have resolvers, all others are fields of the read model.
 */
function requireModelFields(type: GraphQLObjectType): void {
  const model = type.name as ModelName
  for (const { name, resolve, type: to } of Object.values(type.getFields())) {
    const named = getNamedType(to)
    const { kind, field } = sourceOf(model, name, isObjectType(named) ? named : undefined)
    const isList = kind === 'list' || kind === 'statistics'
    if (isList ? resolve : !resolve && (kind !== 'value' || sqlOf(model, field))) continue
    throw new Error(`expected ${type.name}.${name} to be a connection or a field of the read model`)
  }
}

function sqlOf(model: ModelName, field: string) {
  const projection = new Projection(model)
  return projection.field(projection.root, field)
}
