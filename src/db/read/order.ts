import type { Expression, Scope } from './derived.js'
import type { Statement } from './statement.js'

/** One key of an order. */
export interface OrderKey {
  readonly expression: Expression
  /** Its PostgreSQL type. */
  readonly type: string
  /** Whether it can be null; null counts as larger than everything. */
  readonly nullable: boolean
  readonly descending: boolean
}

/** A record's place in an order: the text of each key's value, and the record's id. */
export interface Position {
  readonly values: readonly (string | null)[]
  readonly id: number
}

/** Ties are broken by id, in the direction of the last key: an index on key and id then serves both directions. */
const withTieBreaker = (keys: readonly OrderKey[]): OrderKey[] => [
  ...keys,
  {
    expression: ({ column }) => column('id'),
    type: 'int',
    nullable: false,
    descending: keys.at(-1)?.descending ?? false,
  },
]

const directionOf = (key: OrderKey, backward: boolean) =>
  key.descending === backward ? 'asc' : 'desc'

/** `order by` over the given expressions, one for each key and the tie-breaker's last. */
export const orderBy = (
  expressions: readonly string[],
  keys: readonly OrderKey[],
  backward: boolean,
): string => {
  const terms = withTieBreaker(keys).map(
    (key, index) => `${expressions[index] ?? ''} ${directionOf(key, backward)}`,
  )
  return terms.join(', ')
}

/** The condition that a record comes after a position, or before it where the order is walked backward. */
export function afterCursor(
  keys: readonly OrderKey[],
  { values, id }: Position,
  backward: boolean,
  scope: Scope,
  statement: Statement,
): string {
  const rest = withTieBreaker(keys).map((key, index) => ({
    key,
    sql: key.expression(scope),
    value: index < keys.length ? (values[index] ?? null) : id,
  }))
  const downward = (key: OrderKey) => directionOf(key, backward) === 'desc'

  // An index on the keys and the id starts right here, however many records share the last one's keys.
  const [first] = rest
  if (first && rest.every(({ key }) => !key.nullable && downward(key) === downward(first.key))) {
    const bounds = rest.map(({ key, value }) => statement.parameter(value, key.type))
    const row = rest.map(({ sql }) => sql).join(', ')
    return `(${row}) ${downward(first.key) ? '<' : '>'} (${bounds.join(', ')})`
  }

  const from = (index: number): string => {
    const term = rest[index]
    if (!term) return 'false'
    const { key, sql, value } = term
    const upward = !downward(key)
    if (value === null) {
      const further = upward ? 'false' : `${sql} is not null`
      return `(${further} or (${sql} is null and ${from(index + 1)}))`
    }
    const bound = statement.parameter(value, key.type)
    const strict = `${sql} ${upward ? '>' : '<'} ${bound}`
    if (index === keys.length) return strict
    const further = upward && key.nullable ? `(${strict} or ${sql} is null)` : strict
    const either = `(${further} or (${sql} = ${bound} and ${from(index + 1)}))`
    // Said once more without `or`, so that an index on the key starts where the page does.
    const reach = `${sql} ${upward ? '>=' : '<='} ${bound}`
    return upward && key.nullable ? either : `(${reach} and ${either})`
  }
  return from(0)
}
