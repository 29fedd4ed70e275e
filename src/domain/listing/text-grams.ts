import { type ModelName, modelOf } from '../../db/read/model.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import { scopeOf } from '../../db/read/projection.js'
import { contains, likePattern } from './conditions.js'

/** The shortest text that an index on `text_grams` can find. */
const HAS_GRAM = /.{5}/su

/** The index looks up at most this many characters at the start of a text; `like` compares all of it. */
const MAX_LOOKED_UP = 64

/** SQL: a column of a table, given by its alias, contains a text. */
export type ContainsSql = (alias: string, column: string) => string

/**
 * SQL for a column that contains a text, case-insensitive, in a form that an index on `text_grams` serves: the time does
 * not grow with the table. Undefined if the text is shorter than five characters.
 */
export function containsGrams(
  { company, parameter }: ConditionScope,
  text: string,
): ContainsSql | undefined {
  const wanted = text.trim()
  if (!HAS_GRAM.test(wanted)) return undefined
  const pattern = parameter(likePattern(wanted), 'text')
  // In subqueries, so that PostgreSQL plans for any text, once; otherwise it would plan each search for its own text.
  const start = `left(lower(${parameter(wanted, 'text')}), ${MAX_LOOKED_UP})`
  const grams = `(select text_grams(${company}, ${start}))`
  const lowered = `(select lower(${pattern}))`
  // No other index can serve `is not distinct from` and `lower(…) like`: it would return far more records.
  return (alias, column) => `text_grams(${alias}.company_id, ${column}) @> ${grams}
    and ${alias}.company_id is not distinct from ${company} and lower(${column}) like ${lowered}`
}

/** Like `contains`, for a column with an index on `text_grams`. `any(array(…))` makes PostgreSQL use that index first. */
export const containsByGrams =
  (model: ModelName, field: string) =>
  (text: string): Condition =>
  (scope) => {
    const containsText = containsGrams(scope, text)
    if (!containsText) return contains(field)(text)(scope)
    const found = modelOf(model)
    const { column } = scopeOf(found, 'o', scope.company)
    const ids = `select o.id from ${found.table} o where ${containsText('o', column(field))}`
    return `${scope.column('id')} = any(array(${ids}))`
  }
