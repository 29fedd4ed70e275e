import { validate as isUuid } from 'uuid'
import type { ModelName } from '../../db/read/model.js'
import { modelOf } from '../../db/read/model.js'
import { fieldExpression, scopeOf } from '../../db/read/projection.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { DomainError } from '../errors.js'
import { type RiskLevel, riskIds } from '../risk/risk.js'

/** A stretch of time; both ends belong to it, and either may be open. */
export interface DateTimeRange {
  readonly from?: Date | null
  readonly to?: Date | null
}

const LIKE_SPECIAL = /[\\%_]/g

/** The field contains a text, in any case. Blank finds everything; `%` and `_` stand for themselves. */
export const contains =
  (field: string) =>
  (text: string): Condition =>
  ({ column, parameter }) =>
    text.trim() === '' ? 'true' : `${column(field)} ilike ${parameter(likePattern(text), 'text')}`

export const likePattern = (text: string) => `%${text.trim().replace(LIKE_SPECIAL, '\\$&')}%`

/** What an index of `text_grams` can look up: five characters. */
const HAS_GRAM = /.{5}/su

/** So many characters of a longer text are looked up; all of it is compared. */
const LOOKED_UP = 64

/** The SQL of: a record, by its table's alias, has a text in a column. */
export type Contained = (record: string, column: string) => string

/**
 * The column contains a text, in any case, and an index of `text_grams` finds it: as fast among a million records as
 * among ten thousand. Undefined where the text is too short for that.
 */
export function containedGrams(
  { company, parameter }: ConditionScope,
  text: string,
): Contained | undefined {
  const wanted = text.trim()
  if (!HAS_GRAM.test(wanted)) return undefined
  const pattern = parameter(likePattern(wanted), 'text')
  // Asked for as queries, or else PostgreSQL weighs each text, and plans each search anew.
  const start = `left(lower(${parameter(wanted, 'text')}), ${LOOKED_UP})`
  const grams = `(select text_grams(${company}, ${start}))`
  const lowered = `(select lower(${pattern}))`
  // The company and the text are compared in a way that no other index knows: what they would find is far more.
  return (record, column) => `text_grams(${record}.company_id, ${column}) @> ${grams}
    and ${record}.company_id is not distinct from ${company} and lower(${column}) like ${lowered}`
}

/** As `contains`, of a column that has such an index. As an array, so that PostgreSQL looks there first. */
export const containsByGrams =
  (model: ModelName, field: string) =>
  (text: string): Condition =>
  (scope) => {
    const contained = containedGrams(scope, text)
    if (!contained) return contains(field)(text)(scope)
    const there = modelOf(model)
    const { column } = scopeOf(there, 'o', scope.company)
    const found = `select o.id from ${there.table} o where ${contained('o', column(field))}`
    return `${scope.column('id')} = any(array(${found}))`
  }

/** The field, a column or derived, is one of some values. */
export const isOneOf =
  (model: ModelName, field: string, type: string) =>
  (values: readonly unknown[]): Condition =>
  (scope) =>
    `${fieldSql(model, field, scope)} ${equalsAny(scope, values, type)}`

/** `= …` or `= any(…)`: of records with one value, an index gives a page in order; of several, it cannot. */
const equalsAny = ({ parameter }: ConditionScope, values: readonly unknown[], type: string) =>
  values.length === 1
    ? `= ${parameter(values[0], type)}`
    : `= any(${parameter(values, `${type}[]`)})`

/** The field, a column or derived, is true or false as asked. */
export const is =
  (model: ModelName, field: string) =>
  (wanted: boolean): Condition =>
  (scope) =>
    wanted ? fieldSql(model, field, scope) : `not ${fieldSql(model, field, scope)}`

/** The time lies in a range. */
export const isWithin =
  (field: string) =>
  ({ from, to }: DateTimeRange): Condition => {
    if (from && to && from > to) {
      const message = 'A range ends no earlier than it begins.'
      throw new DomainError('INVALID', message, [{ code: 'INVALID', path: [field], message }])
    }
    return ({ column, parameter }) => {
      const ends: string[] = []
      if (from) ends.push(`${column(field)} >= ${parameter(from, 'timestamptz')}`)
      if (to) ends.push(`${column(field)} <= ${parameter(to, 'timestamptz')}`)
      return ends.length === 0 ? 'true' : `(${ends.join(' and ')})`
    }
  }

/** The record's risk is of one of some levels. */
export const hasRisk =
  () =>
  (levels: readonly RiskLevel[]): Condition =>
  (scope) => {
    const ids = levels.map((level) => riskIds[level])
    return `${scope.column('riskId')} ${equalsAny(scope, ids, 'int')}`
  }

/** The field refers to one of some records of the company. Keys that name none match nothing. */
export const refersTo =
  (field: string, model: ModelName) =>
  (keys: readonly RecordKey[]): Condition =>
  (scope) =>
    `${scope.column(field)} ${isAmong(scope, model, keys)}`

/** `in (…)` or `= any(…)`: the integer ids of the company's records that some keys name. */
export function isAmong(
  { company, parameter }: ConditionScope,
  model: ModelName,
  keys: readonly RecordKey[],
): string {
  const ids = keys.filter((key) => typeof key === 'number')
  const uuids = keys.filter((key) => typeof key === 'string' && isUuid(key))
  if (uuids.length === 0) return `= any(${parameter(ids, 'int[]')})`
  const { table, tenant } = modelOf(model)
  const records = `select o.id from ${table} o where ${tenant ? `o.${tenant} = ${company} and` : ''}`
  if (ids.length > 0) {
    const either = `o.uuid = any(${parameter(uuids, 'uuid[]')}) or o.id = any(${parameter(ids, 'int[]')})`
    return `in (${records} (${either}))`
  }
  // One is by far the usual number, and then PostgreSQL knows that it looks for one.
  if (uuids.length === 1) return `= (${records} o.uuid = ${parameter(uuids[0], 'uuid')})`
  return `in (${records} o.uuid = any(${parameter(uuids, 'uuid[]')}))`
}

function fieldSql(model: ModelName, field: string, scope: ConditionScope): string {
  const expression = fieldExpression(model, field)
  if (!expression) throw new Error(`expected a field of ${model}, got ${field}`)
  return expression(scope)
}
