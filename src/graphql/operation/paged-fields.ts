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
import { findFigures } from '../../db/read/figures.js'
import { tooComplex } from '../errors.js'
import { type FiguresSpec, parseFigures } from './figures.js'
import { connectionModel, statisticsModel } from './model-fields.js'
import { type PageArguments, type PageSpec, parsePage } from './page.js'
import type { PricedPage } from './page-price.js'
import { groupedPrice, listPrice } from './prices.js'
import { parseStatistics, type StatisticsArguments, type StatisticsSpec } from './statistics.js'
import type { TypedField } from './typed-fields.js'
import type { Variables } from './variables.js'

/** A field of a document that is a connection, statistics, or figures of filtered records. */
export interface PagedField {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly list: PricedPage
  readonly statistics: StatisticsName | undefined
  readonly isFigures: boolean
}

/** The parsed arguments of the paged fields of a request. */
export type Pages = ReadonlyMap<FieldNode, Spec>

export type Spec = PageSpec | StatisticsSpec | FiguresSpec

/** The maximum number of filters in a request: the sum over its paged fields, nested filters included. */
const MAX_FILTERS = 500

/** The paged fields among the fields of a document. */
export const pagedFieldsIn = (schema: GraphQLSchema, fields: readonly TypedField[]): PagedField[] =>
  fields.flatMap(({ node, field, parent }) => {
    const type = getNamedType(field.type)
    const statistics = statisticsModel(type)
    const figures = findFigures(parent.name, field.name)
    const model = figures?.of ?? statistics ?? connectionModel(type)
    if (!model) return []
    const isNested = parent !== schema.getQueryType()
    const priceOf = statistics ? groupedPrice : listPrice
    const price = priceOf(model, isNested ? parent.name : undefined)
    const list = { listing: listingOf(model), price, isNested }
    return [{ node, field, statistics, list, isFigures: figures !== undefined }]
  })

/**
 * Parses the arguments of all paged fields. The error for invalid arguments has the location of the
 * field.
 */
export function parsePages(connections: readonly PagedField[], variables: Variables): Pages {
  const pages = new Map<FieldNode, Spec>()
  let filters = 0
  for (const { node, field, list, statistics, isFigures } of connections) {
    const args: PageArguments & StatisticsArguments = getArgumentValues(field, node, variables)
    filters += countFilters(args.filter)
    if (filters > MAX_FILTERS) {
      throw tooComplex(`The document has over ${MAX_FILTERS} filters.`)
    }
    try {
      const spec = isFigures ? parseFigures(list, args) : undefined
      pages.set(
        node,
        spec ?? (statistics ? parseStatistics(list, statistics, args) : parsePage(list, args)),
      )
    } catch (error) {
      if (!(error instanceof GraphQLError || error instanceof DomainError)) throw error
      const extensions = { ...('extensions' in error && error.extensions), http: { status: 400 } }
      throw new GraphQLError(error.message, { nodes: node, originalError: error, extensions })
    }
  }
  return pages
}

/** Refuses a filter outside of a list that has too many filters. */
export function refuseManyFilters(filter: Combined<object>): void {
  if (countFilters(filter) > MAX_FILTERS) {
    throw tooComplex(`The document has over ${MAX_FILTERS} filters.`)
  }
}

/** The number of filters in a tree of `and`, `or` and `not`, including the root. */
function countFilters(filter: Combined<object> | null | undefined): number {
  if (!filter) return 0
  const { and, or, not } = filter
  const parts = [...(and ?? []), ...(or ?? []), not]
  return parts.reduce((count, part) => count + countFilters(part), 1)
}
