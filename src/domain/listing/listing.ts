import type { ModelName } from '../../db/read/model.js'
import type { OrderKey } from '../../db/read/order.js'
import type { Condition, Removed } from '../../db/read/page.js'
import { fieldExpression } from '../../db/read/projection.js'
import { DomainError } from '../errors.js'

/** The filters and orders that a list of a model's records has. */
export interface AnyListing {
  readonly model: ModelName
  /** For each field of the filter, the condition on a record. */
  readonly filters: Readonly<Record<string, (value: never) => Condition>>
  /** The fields that a list can be ordered by, with their PostgreSQL types. */
  readonly orders: Readonly<Record<string, OrderType>>
}

type OrderType = 'int' | 'int | null' | 'text' | 'timestamptz' | 'timestamptz | null'

/** The fields of a listing's filter with the types of their values. */
export type FilterOf<Listing extends AnyListing> = {
  readonly [Field in keyof Listing['filters']]: Parameters<Listing['filters'][Field]>[0]
}

/** A filter with `and`, `or` and `not`. A record must match all its fields. An absent or null field matches any record. */
export type Combined<Filter> = {
  readonly [Field in keyof Filter]?: Filter[Field] | null | undefined
} & {
  readonly and?: readonly Combined<Filter>[] | null
  readonly or?: readonly Combined<Filter>[] | null
  readonly not?: Combined<Filter> | null
  /** Only at the top of a filter. Absent or null: no removed records. For admins. */
  readonly removed?: Removed | null
}

/** The filter of a listing; `object` if the listing is not known at compile time. */
type FilterValue<Listing extends AnyListing> = string extends keyof Listing['filters']
  ? object
  : Combined<FilterOf<Listing>>

/** One key of a list's order: a name in the listing's `orders`. */
export interface Order {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Compiles a filter without `removed` to conditions, which must all hold. */
export function conditionsOf<Listing extends AnyListing>(
  listing: Listing,
  filter: FilterValue<Listing> | null | undefined,
): Condition[] {
  const compile = (part: object) => allOf(conditionsOf<AnyListing>(listing, part))
  return Object.entries(filter ?? {}).flatMap(([name, value]: [string, unknown]): Condition[] => {
    if (value === null || value === undefined) return []
    if (name === 'and') return [allOf((value as object[]).map(compile))]
    if (name === 'or') return [anyOf((value as object[]).map(compile))]
    if (name === 'not') return [not(compile(value))]
    if (name === 'removed') throw nestedRemoved()
    const condition = listing.filters[name]
    if (!condition) throw new Error(`expected a filter of ${listing.model}, got ${name}`)
    return [condition(value as never)]
  })
}

function nestedRemoved(): DomainError {
  const message = 'removed is allowed only at the top of a filter, not in and, or, and not.'
  return new DomainError('INVALID', message, [{ code: 'INVALID', path: ['removed'], message }])
}

const allOf =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'true' : `(${parts.map((part) => part(scope)).join(' and ')})`

const anyOf =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'false' : `(${parts.map((part) => part(scope)).join(' or ')})`

/** `is not true`, because `not` does not match a record if the inner condition is null. */
const not =
  (part: Condition): Condition =>
  (scope) =>
    `(${part(scope)}) is not true`

/** Compiles an order for the read engine. If a field occurs twice, only the first one counts. */
export function orderKeysOf({ model, orders }: AnyListing, order: readonly Order[]): OrderKey[] {
  const keys = new Map<string, OrderKey>()
  for (const { field, direction } of order) {
    const orderType = orders[field]
    const expression = fieldExpression(model, field)
    if (!orderType || !expression) throw new Error(`expected an order of ${model}, got ${field}`)
    if (keys.has(field)) continue
    const [type = '', nullable] = orderType.split(' | ')
    const descending = direction === 'desc'
    keys.set(field, { expression, type, nullable: nullable === 'null', descending })
  }
  return [...keys.values()]
}
