import type { Expression } from '../../db/read/derived.js'
import { equalsOneOf } from '../../db/read/equals-one-of.js'
import type { ModelName } from '../../db/read/model.js'
import { fieldExpression } from '../../db/read/projection.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { DomainError } from '../errors.js'

/** A period of time. Both ends are inclusive; an absent or null end is open. */
export interface DateTimeRange {
  readonly from?: Date | null
  readonly to?: Date | null
}

const LIKE_SPECIAL = /[\\%_]/g

/** SQL condition: the column contains a text, ignoring case and accents. A blank text matches everything. */
export const contains =
  (field: string) =>
  (text: string): Condition =>
  ({ column, parameter }) =>
    text.trim() === '' ? 'true' : isLike(column(field), parameter(likePattern(text), 'text'))

/** A text as it is stored: trimmed, in Unicode's normalization form C. */
export const storedText = (text: string) => text.trim().normalize()

/**
 * Combining accents, except the breve of the Cyrillic letter short i, as in the SQL function `search_key`. The expression
 * does not ignore case, because the accent U+0345 is the letter iota in upper case.
 */
const ACCENTS = /[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306/gu

/**
 * The text to search for: trimmed, and without accents. The SQL function `search_key` does the rest, which never makes a
 * text shorter, so that the length of this text decides which index finds it.
 */
export const searchedText = (text: string) => storedText(text.normalize('NFD').replace(ACCENTS, ''))

/** SQL: whether a text matches a pattern for `like`, ignoring case and accents. */
export const isLike = (column: string, pattern: string) =>
  hasKeyLike(column, `search_key(${pattern})`)

/** SQL: whether the key of a text matches this key of a pattern. */
export const hasKeyLike = (column: string, key: string) => `search_key(${column}) like ${key}`

/**
 * SQL: the key of a pattern as a subquery, which PostgreSQL executes once in a statement. It also hides the value from the planner, so
 * that PostgreSQL can use one generic plan for every text.
 */
export const hiddenKey = (pattern: string) => `(select search_key(${pattern}))`

/** The pattern for `like` that matches a text anywhere; `%` and `_` in the text match themselves. */
export const likePattern = (text: string) => `%${searchedText(text).replace(LIKE_SPECIAL, '\\$&')}%`

/** SQL condition: at least one of the conditions holds. */
export const anyOf =
  (parts: readonly Condition[]): Condition =>
  (scope) =>
    parts.length === 0 ? 'false' : `(${parts.map((part) => part(scope)).join(' or ')})`

/** SQL condition: the field, stored or derived, has one of the values. `type` is the PostgreSQL type of a value. */
export const isOneOf =
  (model: ModelName, field: string, type: string, values: readonly unknown[]): Condition =>
  (scope) =>
    `${fieldSql(model, field, scope)} ${equalsOneOf(values, type, scope.parameter)}`

/** A filter: the field has one of the codes, which are compared in Unicode's normalization form C, as they are stored. */
export const isOneOfCodes =
  (model: ModelName, field: string) =>
  (codes: readonly string[]): Condition =>
    isOneOf(
      model,
      field,
      'text',
      codes.map((code) => code.normalize()),
    )

/**
 * SQL condition: the column of an enum type has one of the values. They are constants in the statement's text, not
 * parameters, because PostgreSQL uses a partial index only if the text implies the index's condition.
 */
export const isOneOfEnum =
  <Value extends string>(field: string, type: string, all: Readonly<Record<string, Value>>) =>
  (values: readonly Value[]): Condition =>
  ({ column }) => {
    // Taken from the enum, not from the client: no SQL injection, and one statement text for each set of values.
    const constants = Object.values(all).filter((value) => values.includes(value))
    if (constants.length === 0) return 'false'
    const list = constants.map((value) => `'${value}'::${type}`).join(', ')
    return constants.length === 1 ? `${column(field)} = ${list}` : `${column(field)} in (${list})`
  }

/** SQL condition: the boolean field, stored or derived, has this value. */
export const is =
  (model: ModelName, field: string) =>
  (value: boolean): Condition =>
  (scope) =>
    value ? fieldSql(model, field, scope) : `not ${fieldSql(model, field, scope)}`

/** SQL condition: the column, a time, is in a range. `name` is the field of the filter, for errors. */
export const isWithin = (field: string, name = field) =>
  hasTimeWithin(({ column }) => column(field), name)

/** SQL condition: a time of the record is in a range. */
export const hasTimeWithin =
  (time: Expression, name: string) =>
  ({ from, to }: DateTimeRange): Condition => {
    if (from && to && from > to) {
      throw invalidFilter(name, 'The end of a range must not be before its start.')
    }
    return (scope) => {
      const ends: string[] = []
      if (from) ends.push(`${time(scope)} >= ${scope.parameter(from, 'timestamptz')}`)
      if (to) ends.push(`${time(scope)} <= ${scope.parameter(to, 'timestamptz')}`)
      return ends.length === 0 ? 'true' : `(${ends.join(' and ')})`
    }
  }

/** An error in a field of a filter. */
export const invalidFilter = (name: string, message: string): DomainError =>
  new DomainError('INVALID', message, [{ code: 'INVALID', path: [name], message }])

function fieldSql(model: ModelName, field: string, scope: ConditionScope): string {
  const expression = fieldExpression(model, field)
  if (!expression) throw new Error(`expected a field of ${model}, got ${field}`)
  return expression(scope)
}
