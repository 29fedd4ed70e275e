import type { Condition } from '../../db/read/page.js'
import { fieldExpression } from '../../db/read/projection.js'
import type { ModelName } from '../../db/read/model.js'
import type { OrderKey } from '../../db/read/order.js'

/** A filter whose fields must all hold; `and`, `or` and `not` combine filters of the same kind. Null counts as absent. */
export type Combined<Filter> = { readonly [Field in keyof Filter]?: Filter[Field] | null } & {
  readonly and?: readonly Combined<Filter>[] | null
  readonly or?: readonly Combined<Filter>[] | null
  readonly not?: Combined<Filter> | null
}

/** What each field of a filter demands of a record. */
export type Filters<Filter> = {
  readonly [Field in keyof Filter]-?: (value: NonNullable<Filter[Field]>) => Condition
}

/** A field that a list can be ordered by. */
export interface Orderable {
  readonly type: 'int' | 'text' | 'timestamptz'
  readonly nullable?: true
}

/** How the records of a model are listed: what filters and orders there are. */
export interface Listing<Filter> {
  readonly model: ModelName
  readonly filters: Filters<Filter>
  readonly orders: Readonly<Record<string, Orderable>>
}

/** A listing of whatever model. */
export interface AnyListing {
  readonly model: ModelName
  readonly filters: Readonly<Record<string, (value: never) => Condition>>
  readonly orders: Readonly<Record<string, Orderable>>
}

/** One key of a list's order: a name from the listing's orders. */
export interface Order {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** The conditions of a filter; all of them must hold. */
export function conditionsOf<Filter>(
  listing: Listing<Filter>,
  filter: Combined<Filter> | null | undefined,
): Condition[]
export function conditionsOf(listing: AnyListing, filter: object | null | undefined): Condition[]
export function conditionsOf(listing: AnyListing, filter: object | null | undefined): Condition[] {
  const together = (part: object) => all(conditionsOf(listing, part))
  return Object.entries(filter ?? {}).flatMap(([name, value]: [string, unknown]): Condition[] => {
    if (value === null || value === undefined) return []
    if (name === 'and') return [all((value as object[]).map(together))]
    if (name === 'or') return [any((value as object[]).map(together))]
    if (name === 'not') return [not(together(value))]
    const condition = listing.filters[name]
    if (!condition) throw new Error(`expected a filter of ${listing.model}, got ${name}`)
    return [condition(value as never)]
  })
}

const all =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'true' : `(${parts.map((part) => part(scope)).join(' and ')})`

const any =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'false' : `(${parts.map((part) => part(scope)).join(' or ')})`

/** A record of which the answer is unknown, because a value is null, does not match and so is let through. */
const not =
  (part: Condition): Condition =>
  (scope) =>
    `(${part(scope)}) is not true`

/** The order keys that an order stands for. A field given twice counts where it comes first. */
export function orderKeysOf({ model, orders }: AnyListing, order: readonly Order[]): OrderKey[] {
  const keys = new Map<string, OrderKey>()
  for (const { field, direction } of order) {
    const orderable = orders[field]
    const expression = fieldExpression(model, field)
    if (!orderable || !expression) throw new Error(`expected an order of ${model}, got ${field}`)
    if (keys.has(field)) continue
    const { type, nullable = false } = orderable
    keys.set(field, { expression, type, nullable, descending: direction === 'desc' })
  }
  return [...keys.values()]
}
