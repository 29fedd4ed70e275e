import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import { DomainError } from '../../domain/errors.js'
import type { Combined } from '../../domain/listing/listing.js'
import type { StatisticsName } from '../../domain/model/models.js'
import { listingOf } from '../../domain/registry/listings.js'
import { tooComplex } from '../errors.js'
import { connectionModel, statisticsModel } from './model-fields.js'
import { type PageArguments, type PageSpec, parsePage } from './page.js'
import type { PricedPage } from './page-price.js'
import { groupedPrice, listPrice } from './prices.js'
import { parseStatistics, type StatisticsArguments, type StatisticsSpec } from './statistics.js'
import type { TypedField } from './typed-fields.js'
import type { Variables } from './variables.js'

/** A field of a document whose type is a connection or statistics. */
export interface PagedField {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly list: PricedPage
  readonly statistics: StatisticsName | undefined
}

/** The parsed arguments of a request's connections and statistics. */
export type Pages = ReadonlyMap<FieldNode, PageSpec | StatisticsSpec>

/** The maximum number of filters in a request: the sum over its connections and statistics, nested filters included. */
const MAX_FILTERS = 500

/** The connections and statistics among the fields of a document. */
export const pagedFieldsIn = (schema: GraphQLSchema, fields: readonly TypedField[]): PagedField[] =>
  fields.flatMap(({ node, field, parent }) => {
    const type = getNamedType(field.type)
    const statistics = statisticsModel(type)
    const model = statistics ?? connectionModel(type)
    if (!model) return []
    const isNested = parent !== schema.getQueryType()
    const priceOf = statistics ? groupedPrice : listPrice
    const price = priceOf(model, isNested ? parent.name : undefined)
    return [{ node, field, statistics, list: { listing: listingOf(model), price, isNested } }]
  })

/**
 * Parses the arguments of all connections and statistics. The error for invalid arguments has the location of the
 * field.
 */
export function parsePages(connections: readonly PagedField[], variables: Variables): Pages {
  const pages = new Map<FieldNode, PageSpec | StatisticsSpec>()
  let filters = 0
  for (const { node, field, list, statistics } of connections) {
    const args: PageArguments & StatisticsArguments = getArgumentValues(field, node, variables)
    filters += countFilters(args.filter)
    if (filters > MAX_FILTERS) {
      throw tooComplex(`The document has over ${MAX_FILTERS} filters.`)
    }
    try {
      pages.set(node, statistics ? parseStatistics(list, statistics, args) : parsePage(list, args))
    } catch (error) {
      if (!(error instanceof GraphQLError || error instanceof DomainError)) throw error
      const extensions = { ...('extensions' in error && error.extensions), http: { status: 400 } }
      throw new GraphQLError(error.message, { nodes: node, originalError: error, extensions })
    }
  }
  return pages
}

/** The number of filters in a tree of `and`, `or` and `not`, including the root. */
function countFilters(filter: Combined<object> | null | undefined): number {
  if (!filter) return 0
  const { and, or, not } = filter
  const parts = [...(and ?? []), ...(or ?? []), not]
  return parts.reduce((count, part) => count + countFilters(part), 1)
}
