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
import { listingOf } from '../../domain/listing/listings.js'
import { tooComplex } from '../errors.js'
import { askedPage, type PageArguments } from './page.js'
import { visitOperation } from './visit-operation.js'

/** A field of a document that is answered with a page. */
export interface Connection {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly model: ModelName
}

/** How many filters a request may combine, all of its connections together. */
const MOST_FILTERS = 500

const SUFFIX = 'Connection'

/** The connections of an operation, wherever they stand in it. */
export function connectionsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Connection[] {
  const found: Connection[] = []
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

/**
 * Refuses arguments that no page answers to. Resolvers would too, but only where they get to, which depends on the
 * data, and in a mutation after it was carried out.
 */
export function requirePages(
  connections: readonly Connection[],
  variables: Readonly<Record<string, unknown>>,
): void {
  let filters = 0
  for (const { node, field, model } of connections) {
    const given: PageArguments = getArgumentValues(field, node, variables)
    filters += sizeOf(given.filter)
    if (filters > MOST_FILTERS) {
      throw tooComplex(`The filters combine over ${MOST_FILTERS} conditions.`)
    }
    try {
      askedPage(listingOf(model), { edges: false, pageInfo: false }, given)
    } catch (error) {
      if (!(error instanceof GraphQLError || error instanceof DomainError)) throw error
      const extensions = { ...('extensions' in error && error.extensions), http: { status: 400 } }
      throw new GraphQLError(error.message, { nodes: node, originalError: error, extensions })
    }
  }
}

/** How many filters a filter is made of. */
function sizeOf(filter: Combined<object> | null | undefined): number {
  if (!filter) return 0
  const { and, or, not } = filter
  const parts = [...(and ?? []), ...(or ?? []), not]
  return parts.reduce((size, part) => size + sizeOf(part), 1)
}
