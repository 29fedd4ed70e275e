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
import { findRules } from '../../db/read/models.js'
import { Projection } from '../../db/read/projection.js'
import { policy } from '../../domain/access/policy.js'
import { sourceOf } from '../operation/model-fields.js'
import { servedAsStreams } from './change-feed/change-subscription.decorator.js'
import { ChecklistNode } from './checklist/checklist.type.js'
import { beginMutations } from './common/begin-mutations.js'
import { refuseReads } from './common/refuse-reads.js'
import { resolvers } from './resolvers.js'

/** Builds the schema. Throws if an operation has no policy, or if the read engine does not know a field. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers,
    orphanedTypes: [ChecklistNode],
    pubSub: servedAsStreams,
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
  const subscription = schema.getSubscriptionType()
  if (query) query.description = 'Reads records. Lists are connections.'
  if (mutation)
    mutation.description = 'Writes records. The mutations of one operation run one after the other.'
  if (subscription)
    subscription.description =
      'Follows what changes, as server-sent events or over a WebSocket. Each event is a change, in the order of the log. An event whose field is null says that the connection is alive: the first one, and one after 20 seconds without a change; its `extensions.cursor` continues from there. A client that reads too slowly, and a cursor that is too old, get the error `RESYNC`.'
  beginMutations(schema)
  assertValidSchema(schema)
  requirePolicies(schema)
  for (const type of nodeTypes(schema)) requireModelFields(type)
  refuseReads(schema)
  return schema
}

function requirePolicies(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const root of roots) {
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
 * Checks each field of a node type: connections, statistics and fields with a choice have resolvers, all others are fields of the
 * read model.
 */
function requireModelFields(type: GraphQLObjectType): void {
  const model = type.name as ModelName
  for (const { name, resolve, type: to } of Object.values(type.getFields())) {
    const named = getNamedType(to)
    const { kind, field } = sourceOf(model, name, isObjectType(named) ? named : undefined)
    const needsResolver =
      ['list', 'statistics', 'figures'].includes(kind) ||
      findRules(model)?.derived?.[field]?.choice !== undefined
    if (needsResolver ? resolve : !resolve && (kind !== 'value' || sqlOf(model, field))) continue
    throw new Error(`expected ${type.name}.${name} to be a connection or a field of the read model`)
  }
}

function sqlOf(model: ModelName, field: string) {
  const projection = new Projection(model)
  return projection.field(projection.root, field)
}
