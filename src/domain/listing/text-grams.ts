import { type ModelName, modelOf } from '../../db/read/model.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { scopeOf } from '../../db/read/scope.js'
import { contains, hiddenKey, likePattern, searchedText } from './conditions.js'

/**
 * Matches a text of five characters or more. A gram is five consecutive characters, so the index cannot find shorter
 * texts.
 */
export const HAS_GRAM = /.{5}/su

/** The index looks up only this many leading characters of a text. `like` then compares the whole text. */
const MAX_LOOKED_UP = 64

/** Returns the SQL condition that a column contains the text. `alias` is the alias of its table. */
export type ContainsSql = (alias: string, column: string) => string

/**
 * SQL condition: a column contains a text, ignoring case and accents. Uses a GIN index on the SQL function `text_grams`, which
 * hashes every sequence of five characters, so that the search time does not grow with the table. Undefined for fewer
 * than five characters.
 */
export function containsGrams(
  { company, parameter }: ConditionScope,
  text: string,
): ContainsSql | undefined {
  const wanted = searchedText(text)
  if (!HAS_GRAM.test(wanted)) return undefined
  const pattern = parameter(likePattern(wanted), 'text')
  // In subqueries, so that the plan does not depend on the text: otherwise PostgreSQL plans again for each search.
  const start = `left(search_key(${parameter(wanted, 'text')}), ${MAX_LOOKED_UP})`
  const grams = `(select text_grams(${company}, ${start}))`
  const key = hiddenKey(pattern)
  // PostgreSQL estimates that a comparison with `@>` finds a record of 200, and would use an index of the company too, which
  // finds far more records. With the same comparison twice, it estimates one of 40,000. `|| ''`: no index has this expression.
  return (alias, column) => {
    const hasGrams = `text_grams(${alias}.company_id, search_key(${column})) @> ${grams}`
    return `${hasGrams} and ${hasGrams} and ${alias}.company_id = ${company} and search_key(${column}) || '' like ${key}`
  }
}

/**
 * Like `contains`, for a column with an index on `text_grams`. `any(array(…))` makes PostgreSQL use that index first.
 */
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
