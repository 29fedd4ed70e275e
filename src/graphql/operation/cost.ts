import { getArgumentValues } from 'graphql'
import type { Pages } from './paged-fields.js'
import { RECORD } from './prices.js'
import type { SelectedField } from './selection.js'
import type { Variables } from './variables.js'

/*
 * The cost of a request. The selection of an operation is compiled once, to a tree of prices: a node for an object has
 * the price of the object's own fields, and a child for each of its lists. The cost of a request is a sum over this
 * tree, with the page sizes of the request. Prices depend on the merged selection and the coerced arguments only. So
 * literals, variables and default values cost the same, and fragments and aliases cost nothing more.
 */

/** The prices of the fields that are selected on an object. */
export interface PricedObject {
  /** The price of its fields, and of the records that to-one relations lead to. Lists are excluded. */
  readonly own: number
  readonly lists: readonly PricedList[]
}

/**
 * A connection; statistics; a field whose records may have any type, such as `node` or `nodes`; the feed of changes; or the rows or
 * records of a bulk mutation.
 */
export interface PricedList {
  /** The response keys that lead to the list, such as `sites.nodes.zones`. */
  readonly path: string
  readonly field: SelectedField
  /** The price of the fields of the page, without its records. */
  readonly own: number
  /** The prices of one record, for each possible type; the most expensive type counts. Empty if no record is read. */
  readonly records: readonly PricedObject[]
  readonly hasCount: boolean
}

/** The pages and variables of one request. */
export interface CostArguments {
  readonly pages: Pages
  readonly variables: Variables
}

/** The cost of an object, its lists included. */
export const costOf = (object: PricedObject, given: CostArguments): number =>
  object.lists.reduce((sum, list) => sum + listCost(list, given), object.own)

function listCost(list: PricedList, given: CostArguments): number {
  const size = sizeOf(list, given)
  return pageCost(list, given) + (size === 0 ? 0 : size * recordCost(list, given))
}

/** The price of a list for one parent, without its records. */
export function pageCost({ field, own, records, hasCount }: PricedList, { pages }: CostArguments) {
  const price = pages.get(field.node)?.price
  if (!price) return own
  return own + (records.length > 0 ? price.page : 0) + (hasCount ? price.count : 0)
}

/** The cost of one record of a list, with everything selected below it. */
export const recordCost = ({ records }: PricedList, given: CostArguments): number =>
  RECORD + Math.max(0, ...records.map((record) => costOf(record, given)))

/** The number of records that a list reads for one parent, if its page is full. */
export function sizeOf(
  { field, records }: PricedList,
  { pages, variables }: CostArguments,
): number {
  if (records.length === 0) return 0
  const page = pages.get(field.node)
  if (page) return page.size
  const { definition, node } = field
  const { ids, input, first } = (
    definition ? getArgumentValues(definition, node, variables) : {}
  ) as {
    readonly ids?: readonly unknown[]
    readonly input?: { readonly rows?: readonly unknown[] }
    readonly first?: number
  }
  return (ids ?? input?.rows)?.length ?? Math.max(1, first ?? 1)
}
