import type { Condition } from '../../db/read/read.js'
import { fieldExpression } from '../../db/read/shape.js'
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
export interface Listing<Filter = Record<never, never>> {
  readonly model: ModelName
  readonly filters: Filters<Filter>
  readonly orders: Readonly<Record<string, Orderable>>
}

/** One key of a list's order: a name from the listing's orders. */
export interface Order {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** The conditions of a filter; all of them must hold. */
export function conditionsOf<Filter>(
  { filters }: Listing<Filter>,
  filter: Combined<Filter> | null | undefined,
): Condition[] {
  if (!filter) return []
  return Object.entries(filter).flatMap(([name, value]): Condition[] => {
    if (value === null || value === undefined) return []
    if (name === 'and') return [all((value as Combined<Filter>[]).map(inner))]
    if (name === 'or') return [any((value as Combined<Filter>[]).map(inner))]
    if (name === 'not') return [not(inner(value as Combined<Filter>))]
    return [filters[name as keyof Filter](value as NonNullable<Filter[keyof Filter]>)]
  })

  function inner(part: Combined<Filter>): Condition {
    return all(conditionsOf({ filters } as Listing<Filter>, part))
  }
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
export function orderKeysOf<Filter>(
  { model, orders }: Listing<Filter>,
  order: readonly Order[],
): OrderKey[] {
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
