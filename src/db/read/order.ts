import type { Expression } from './derived.js'
import type { Near } from './nearest-first.js'
import type { Statement } from './statement.js'

/** One sort key. */
export interface OrderKey {
  /**
   * The relations to one record that lead from the listed record to the record with the value; empty: the listed one.
   */
  readonly path: readonly string[]
  readonly expression: Expression
  /** The PostgreSQL type of the expression. */
  readonly type: string
  /** Whether the expression can be null. Null sorts as larger than every value. */
  readonly nullable: boolean
  readonly descending: boolean
  /** All values as text, for a type that rejects other texts, such as an enum. */
  readonly values?: readonly string[] | undefined
  /** How an index approximates the expression, if no index contains it. */
  readonly near?: Near | undefined
}

/** The position of a record in an order: each key's value as text, and the record's id. */
export interface Position {
  readonly values: readonly (string | null)[]
  readonly id: number
}

/** Breaks ties by id, in the direction of the last key: an index on the key and the id serves both directions. */
const withTieBreaker = (keys: readonly OrderKey[]): OrderKey[] => [
  ...keys,
  {
    path: [],
    expression: ({ column }) => column('id'),
    type: 'int',
    nullable: false,
    descending: keys.at(-1)?.descending ?? false,
  },
]

const isAscending = (key: OrderKey, backward: boolean) => key.descending === backward

/** The terms of `order by`. `expressions` has the SQL of each key, and then of the id. */
export const orderBy = (
  expressions: readonly string[],
  keys: readonly OrderKey[],
  backward: boolean,
): string =>
  withTieBreaker(keys)
    .map(
      (key, index) => `${expressions[index] ?? ''} ${isAscending(key, backward) ? 'asc' : 'desc'}`,
    )
    .join(', ')

/**
 * Keyset pagination: the condition that a record comes after a position in the order, or before it if `backward`.
 * `expressions` has the SQL of each key, and then of the id.
 */
export function afterCursor(
  expressions: readonly string[],
  keys: readonly OrderKey[],
  { values, id }: Position,
  backward: boolean,
  statement: Statement,
): string {
  const terms = withTieBreaker(keys).map((key, index) => ({
    ...key,
    ascending: isAscending(key, backward),
    sql: expressions[index] ?? '',
    value: index < keys.length ? (values[index] ?? null) : id,
  }))

  // With a row comparison, a scan of the index on the keys and the id starts exactly at the position, even if many keys
  // are equal. This needs all keys in one index, and no index has columns of two tables.
  const ascending = terms[0]?.ascending
  const isOfRow = (term: OrderKey) => !term.nullable && term.path.length === 0
  if (terms.every((term) => isOfRow(term) && term.ascending === ascending)) {
    const bounds = terms.map(({ value, type }) => statement.parameter(value, type))
    const row = terms.map(({ sql }) => sql).join(', ')
    return `(${row}) ${ascending ? '>' : '<'} (${bounds.join(', ')})`
  }

  const from = (index: number): string => {
    const term = terms[index]
    if (!term) return 'false'
    const { sql, value, type, ascending, nullable } = term
    if (value === null) {
      const further = ascending ? 'false' : `${sql} is not null`
      return `(${further} or (${sql} is null and ${from(index + 1)}))`
    }
    const bound = statement.parameter(value, type)
    const strict = `${sql} ${ascending ? '>' : '<'} ${bound}`
    if (index === keys.length) return strict
    const nullsFollow = ascending && nullable
    const further = nullsFollow ? `(${strict} or ${sql} is null)` : strict
    const either = `(${further} or (${sql} = ${bound} and ${from(index + 1)}))`
    // The first comparison is redundant. Because it is outside of the `or`, an index scan can start at the bound.
    return nullsFollow ? either : `(${sql} ${ascending ? '>=' : '<='} ${bound} and ${either})`
  }
  return from(0)
}
