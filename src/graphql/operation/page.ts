import type { PageRequest } from '../../db/read/page.js'
import { conditionsOf, type Order } from '../../domain/listing/listing.js'
import { orderKeysOf } from '../../domain/listing/order-keys.js'
import { badInput } from '../errors.js'
import { decodeCursor } from './cursor.js'
import { type PagePrice, pagePrice, type PricedArguments, type PricedPage } from './page-price.js'

/** The page size if neither `first` nor `last` is given: of a root connection, and of a nested one. */
export const DEFAULT_PAGE_SIZE = { root: 20, nested: 10 } as const
export const MAX_PAGE_SIZE = 100

/** The arguments of every connection. */
export interface PageArguments extends PricedArguments {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
}

/** The page of a connection, parsed from its arguments. */
export interface PageSpec {
  readonly kind: 'page'
  /** The order as requested. A cursor is only valid with the order that it was created for. */
  readonly order: readonly Order[]
  /** The number of records on a full page. */
  readonly size: number
  readonly price: PagePrice
  /** The page for the read engine (`src/db/read`). Its `limit` is `size`. */
  readonly request: PageRequest
}

/** The page with one more record, which shows whether another page follows. */
export const withOneMore = ({ size, request }: PageSpec): PageRequest => ({
  ...request,
  limit: size + 1,
})

/** Checks the arguments of a connection and parses them into a page. */
export function parsePage(list: PricedPage, args: PageArguments): PageSpec {
  const { listing, isNested } = list
  const { first, after, last, before, offset, filter, orderBy } = args
  const backward = last != null || (before != null && first == null)
  if (first != null && last != null) throw badInput('Give either first or last, not both.', 'last')
  if (after != null && before != null)
    throw badInput('Give either after or before, not both.', 'before')
  if (backward && after != null) throw badInput('Use last with before, not with after.', 'after')
  if (!backward && before != null)
    throw badInput('Use first with after, not with before.', 'before')
  if (backward && offset)
    throw badInput('Use offset with first, not with last or before.', 'offset')
  const size = first ?? last ?? DEFAULT_PAGE_SIZE[isNested ? 'nested' : 'root']
  const sizeArgument = first == null ? 'last' : 'first'
  if (size > MAX_PAGE_SIZE) {
    throw badInput(`A page has at most ${MAX_PAGE_SIZE} records.`, sizeArgument)
  }
  if (size < 0) throw badInput(`${sizeArgument} must not be negative.`, sizeArgument)
  if (offset != null && offset < 0) throw badInput('offset must not be negative.', 'offset')
  const order = orderBy?.length ? orderBy : (listing.defaultOrder ?? [])
  const keys = orderKeysOf(listing, order)
  const cursor = after ?? before
  const { removed, ...conditions } = filter ?? {}
  const where = conditionsOf(listing, conditions)
  if (listing.always) where.push(listing.always)
  const argument = after == null ? 'before' : 'after'
  const from = cursor == null ? undefined : decodeCursor(argument, cursor, order, keys)
  const isAscending = order[0]?.direction === 'asc'
  if (listing.whenAdvancing && (isAscending || backward)) where.push(listing.whenAdvancing(from))
  const request = { where, order: keys, limit: size, backward, ...(removed && { removed }) }
  const price = pagePrice(list, args)
  return {
    kind: 'page',
    order,
    size,
    price,
    request: { ...request, ...(offset && { offset }), ...(from && { from }) },
  }
}
