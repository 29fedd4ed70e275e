import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { ModelName } from '../../db/read/model.js'
import { DomainError } from '../../domain/errors.js'
import type { Combined } from '../../domain/listing/listing.js'
import { listingOf } from '../../domain/registry/listings.js'
import { tooComplex } from '../errors.js'
import { type PageArguments, type PageSpec, parsePage } from './page.js'
import type { Variables } from './variables.js'
import { visitOperation } from './visit-operation.js'

/** A field of a document whose type is a connection. */
export interface ConnectionNode {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly model: ModelName
}

/** The parsed page arguments of a request's connections. */
export type Pages = ReadonlyMap<FieldNode, PageSpec>

/** The maximum number of filters that a request may combine, in all of its connections together. */
const MAX_FILTERS = 500

const SUFFIX = 'Connection'

/** The connections of an operation and its fragments, whether or not a directive excludes them. */
export function connectionsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ConnectionNode[] {
  const found: ConnectionNode[] = []
  visitOperation(schema, document, operation, (types) => ({
    Field(node) {
      const field = types.getFieldDef()
      const type = field ? getNamedType(field.type).name : ''
      if (!field || !type.endsWith(SUFFIX)) return
      found.push({ node, field, model: type.slice(0, -SUFFIX.length) as ModelName })
    },
  }))
  return found
}

/** Parses the page arguments of all connections, once for a request. Invalid ones are refused with their location. */
export function parsePages(connections: readonly ConnectionNode[], variables: Variables): Pages {
  const pages = new Map<FieldNode, PageSpec>()
  let filters = 0
  for (const { node, field, model } of connections) {
    const args: PageArguments = getArgumentValues(field, node, variables)
    filters += countFilters(args.filter)
    if (filters > MAX_FILTERS) {
      throw tooComplex(`The filters combine over ${MAX_FILTERS} conditions.`)
    }
    try {
      pages.set(node, parsePage(listingOf(model), args))
    } catch (error) {
      if (!(error instanceof GraphQLError || error instanceof DomainError)) throw error
      const extensions = { ...('extensions' in error && error.extensions), http: { status: 400 } }
      throw new GraphQLError(error.message, { nodes: node, originalError: error, extensions })
    }
  }
  return pages
}

/** The number of filters in a filter, including itself. */
function countFilters(filter: Combined<object> | null | undefined): number {
  if (!filter) return 0
  const { and, or, not } = filter
  const parts = [...(and ?? []), ...(or ?? []), not]
  return parts.reduce((count, part) => count + countFilters(part), 1)
}
