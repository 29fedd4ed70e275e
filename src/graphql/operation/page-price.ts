import { modelOf } from '../../db/read/model.js'
import type { AnyListing, Combined, Order } from '../../domain/listing/listing.js'
import { HAS_GRAM } from '../../domain/listing/text-grams.js'
import { rulesOf } from '../../domain/model/models.js'
import { FILTER_VALUE, OFFSET, PAGE, READS } from './prices.js'

/** The prices of a connection for one parent, without the price of the records on the page. */
export interface PagePrice {
  /** The price of the page, including its filter, order and offset. */
  readonly page: number
  /** The price of `totalCount`, including its filter. */
  readonly count: number
}

/** A list: what it contains, the price to read all of it once, and whether it is nested in a record. */
export interface PricedPage {
  readonly listing: AnyListing
  readonly price: number
  readonly isNested: boolean
}

/** The arguments that the price of a page depends on. */
export interface PricedArguments {
  readonly offset?: number | null
  readonly filter?: Combined<object> | null
  readonly orderBy?: readonly Order[] | null
}

/** The price of a page, and of `totalCount`, with these arguments. */
export function pagePrice(
  { listing, price, isNested }: PricedPage,
  { filter, orderBy, offset }: PricedArguments,
): PagePrice {
  const { reads, values } = filterReads(listing, filter)
  const fields = new Set(orderBy?.map(({ field }) => field))
  const hasIndex = (field: string) =>
    isNested && !rulesOf(listing.model).about
      ? field === 'id'
      : field in modelOf(listing.model).columns
  const isSorted = fields.size > 1 || ![...fields].every(hasIndex)
  const skipped = Math.min((offset ?? 0) / OFFSET.recordsPerUnit, OFFSET.maxReads * price)
  const filtered = price * reads + values * FILTER_VALUE
  return {
    page: Math.ceil(PAGE + filtered + skipped + (isSorted ? price * READS.sort : 0)),
    count: Math.ceil(price * READS.totalCount + filtered),
  }
}

/** The price of a filter in two parts: a number of reads of the whole list, and the number of values in its lists. */
function filterReads(listing: AnyListing, filter: Combined<object> | null | undefined) {
  let reads = 0
  let values = 0
  const add = (part: object) => {
    for (const [name, value] of Object.entries(part) as [string, unknown][]) {
      if (value === null || value === undefined) continue
      if (name === 'and' || name === 'or') (value as object[]).forEach(add)
      else if (name === 'not') add(value)
      else {
        reads += conditionReads(listing, name, value)
        if (Array.isArray(value)) values += value.length
      }
    }
  }
  if (filter) add(filter)
  return { reads, values }
}

function conditionReads({ model }: AnyListing, name: string, value: unknown): number {
  if (name === 'search') {
    const text = String(value).trim()
    if (text === '') return 0
    return HAS_GRAM.test(text) ? READS.search : READS.shortSearch
  }
  return rulesOf(model).derived?.[name]?.reads === 'count' ? READS.countCondition : READS.condition
}
