import type { Condition, PageRequest } from '../../db/read/page.js'
import {
  type AnyListing,
  conditionsOf,
  type Order,
  orderKeysOf,
} from '../../domain/listing/listing.js'
import { badInput } from '../errors.js'
import { decodeCursor } from './cursor.js'
import type { ConnectionPlan } from '../read/plan.js'

export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

/** The arguments of every connection. */
export interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly offset?: number | null
  readonly filter?: object | null
  readonly orderBy?: readonly Order[] | null
}

/** What a connection's arguments ask for. */
export interface AskedPage {
  readonly where: readonly Condition[]
  readonly order: readonly Order[]
  /** How many records to answer with; one more is read where `pageInfo` wants to know whether there are more. */
  readonly size: number
  readonly request: PageRequest
}

/** Checks the arguments of a connection and says which page they ask for. */
export function askedPage(
  listing: AnyListing,
  plan: Pick<ConnectionPlan, 'edges' | 'pageInfo'>,
  { first, after, last, before, offset, filter, orderBy }: PageArguments,
): AskedPage {
  const backward = last != null || (before != null && first == null)
  if (first != null && last != null) throw badInput('Give either first or last, not both.', 'last')
  if (after != null && before != null) throw badInput('Give either after or before.', 'before')
  if (backward && after != null) throw badInput('last goes with before, not with after.', 'after')
  if (!backward && before != null)
    throw badInput('first goes with after, not with before.', 'before')
  if (backward && offset) throw badInput('offset counts from the start: give first.', 'offset')
  const size = first ?? last ?? DEFAULT_PAGE_SIZE
  if (size > MAX_PAGE_SIZE) {
    throw badInput(
      `At most ${MAX_PAGE_SIZE} records come on a page.`,
      first == null ? 'last' : 'first',
    )
  }

  const order = orderBy ?? []
  const keys = orderKeysOf(listing, order)
  const cursor = after ?? before
  const where = conditionsOf(listing, filter)
  return {
    where,
    order,
    size,
    request: {
      where,
      order: keys,
      limit: plan.pageInfo ? size + 1 : size,
      ...(offset && { offset }),
      backward,
      ...(cursor != null && {
        from: decodeCursor(after == null ? 'before' : 'after', cursor, order, keys),
      }),
      positions: plan.edges || plan.pageInfo,
    },
  }
}
