import type { ModelName } from '../../db/read/model.js'
import type { Near } from '../../db/read/nearest-first.js'
import type { Position } from '../../db/read/order.js'
import type { Condition, Removed } from '../../db/read/filter.js'
import { anyOf, invalidFilter } from './conditions.js'

/** The filters and orders that a list of a model's records has. */
export interface AnyListing {
  readonly model: ModelName
  /** For each field of the filter, the condition on a record. */
  readonly filters: Readonly<Record<string, (value: never) => Condition>>
  /**
   * The orders of a list, by name. A value is either the PostgreSQL type of the field with that name, or the fields to
   * order by.
   */
  readonly orders: Readonly<Record<string, OrderType | OrderFields>>
  /** The order of a list if none is requested. If undefined: by id, ascending. */
  readonly defaultOrder?: readonly Order[]
  /** The condition that every list of the records has. */
  readonly always?: Condition
  /** Added if the next page may have later records: in ascending order, or backwards. `from`: where the page begins. */
  readonly whenAdvancing?: (from?: Position) => Condition
}

type OrderType =
  | 'int'
  | 'bigint'
  | 'int | null'
  | 'text'
  | 'text | null'
  | 'timestamptz'
  | 'timestamptz | null'
  | 'boolean'

/** A sort order whose name is not the name of its field, or that has several fields. */
export interface OrderFields {
  /** Fields of the record or of a related record, such as `site.client.legalName`. */
  readonly by: readonly string[]
  readonly type: OrderType | 'job_status' | 'finding_status'
  /** All values in ascending order, if they are a fixed list. */
  readonly values?: readonly string[]
  /** How an index approximates the first field, if no index contains it. */
  readonly near?: Near
}

/** An order by texts of related records, such as names. */
export const byText = (...by: string[]): OrderFields => ({ by, type: 'text' })

/** The fields of an order. */
export const orderFieldsOf = (field: string, order: OrderType | OrderFields): OrderFields =>
  typeof order === 'string' ? { by: [field], type: order } : order

/** The fields of a listing's filter with the types of their values. */
export type FilterOf<Listing extends AnyListing> = {
  readonly [Field in keyof Listing['filters']]: Parameters<Listing['filters'][Field]>[0]
}

/**
 * A filter with `and`, `or` and `not`. A record must match all its fields. An absent or null field matches any record.
 */
export type Combined<Filter> = {
  readonly [Field in keyof Filter]?: Filter[Field] | null | undefined
} & {
  readonly and?: readonly Combined<Filter>[] | null
  readonly or?: readonly Combined<Filter>[] | null
  readonly not?: Combined<Filter> | null
  /**
   * Whether to list removed records. Allowed only at the top of a filter, and only for admins. Absent or null: no
   * removed records.
   */
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

/** Compiles a filter to conditions, which must all hold. The filter must not contain `removed`. */
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

const nestedRemoved = () =>
  invalidFilter(
    'removed',
    'removed is allowed only at the top of a filter, not in and, or, and not.',
  )

const allOf =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'true' : `(${parts.map((part) => part(scope)).join(' and ')})`

/** `is not true`, because `not` does not match a record if the inner condition is null. */
const not =
  (part: Condition): Condition =>
  (scope) =>
    `(${part(scope)}) is not true`
