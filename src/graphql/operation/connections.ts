import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { ModelName } from '../../db/read/model.js'
import { DomainError } from '../../domain/errors.js'
import type { Combined } from '../../domain/listing/listing.js'
import { listingOf } from '../../domain/registry/listings.js'
import { tooComplex } from '../errors.js'
import { connectionModel } from './model-fields.js'
import { type PageArguments, type PageSpec, parsePage } from './page.js'
import type { PricedPage } from './page-price.js'
import { listPrice } from './prices.js'
import type { Variables } from './variables.js'

/** A field of a document whose type is a connection. */
export interface ConnectionNode {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly list: PricedPage
}

/** The parsed page arguments of a request's connections. */
export type Pages = ReadonlyMap<FieldNode, PageSpec>

/** The maximum number of filters in a request: the sum over its connections, nested filters included. */
const MAX_FILTERS = 500

/** The connections of a document, also those that `@skip` or `@include` excludes. */
export function connectionsIn(schema: GraphQLSchema, document: DocumentNode): ConnectionNode[] {
  const found: ConnectionNode[] = []
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    Field(node) {
      const field = types.getFieldDef()
      const model = field && connectionModel(getNamedType(field.type))
      if (model) found.push({ node, field, list: listOf(model, types.getParentType()) })
    },
  })
  visit(document, visitor)
  return found

  function listOf(model: ModelName, parent: GraphQLNamedType | null | undefined): PricedPage {
    const isNested = parent !== schema.getQueryType()
    const price = listPrice(model, isNested ? parent?.name : undefined)
    return { listing: listingOf(model), price, isNested }
  }
}

/** Parses the page arguments of all connections. Throws if some are invalid, with the location of their field. */
export function parsePages(connections: readonly ConnectionNode[], variables: Variables): Pages {
  const pages = new Map<FieldNode, PageSpec>()
  let filters = 0
  for (const { node, field, list } of connections) {
    const args: PageArguments = getArgumentValues(field, node, variables)
    filters += countFilters(args.filter)
    if (filters > MAX_FILTERS) {
      throw tooComplex(`The filters combine over ${MAX_FILTERS} conditions.`)
    }
    try {
      pages.set(node, parsePage(list, args))
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
