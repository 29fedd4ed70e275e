import type { Expression } from '../../db/read/derived.js'
import { modelOf } from '../../db/read/model.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { scopeOf } from '../../db/read/scope.js'
import {
  canonicalValue,
  CUSTOM_FIELD_KINDS,
  type CustomFieldKind,
} from '../asset-type/custom-field-kind.js'
import { DomainError } from '../errors.js'
import { hasKeyLike, hiddenKey, likePattern, storedText } from '../listing/conditions.js'
import { containsGrams } from '../listing/text-grams.js'
import type { CustomField } from './custom-field-values.js'

/** A condition on the value of a custom field. Exactly one of `equals`, `contains` and `between` must be given. */
export interface CustomFieldCondition {
  readonly fieldId: string
  readonly equals?: string | null
  readonly contains?: string | null
  readonly between?: ValueRange | null
}

/** Two numbers or two dates, both inclusive; an absent or null end is open. */
export interface ValueRange {
  readonly from?: string | null
  readonly to?: string | null
}

/**
 * SQL condition: the asset has such a value of the field. Values of a field that the asset's type does not have are
 * hidden, and do not match.
 */
export function hasCustomFieldValue(filter: CustomFieldCondition): Condition {
  const { equals = null, contains = null, between = null } = filter
  const fieldId = filter.fieldId.toLowerCase()
  if ([equals, contains, between].filter((each) => each !== null).length !== 1) {
    throw invalid('Exactly one of equals, contains and between must be given.')
  }
  if (equals !== null) return valueEquals(fieldId, storedText(equals))
  if (contains !== null) return valueContains(fieldId, contains)
  return valueIsBetween(fieldId, between ?? {})
}

/**
 * Stored values are canonical: a number that is given as 6.0 is stored as 6, but a text as 6.0. `any(array(…))` makes
 * PostgreSQL use the index on `meta_data` first.
 */
const valueEquals =
  (fieldId: string, text: string): Condition =>
  (scope) => {
    const ofKinds = CUSTOM_FIELD_KINDS.map((kind) => ({ kind, value: canonicalValue(kind, text) }))
    const others = ofKinds.filter(({ value }) => value !== undefined && value !== text)
    const found = [{ value: text }, ...others].map(({ value, ...kind }) => {
      const stored = scope.parameter(JSON.stringify({ [fieldId]: value }), 'jsonb')
      // Twice: otherwise PostgreSQL expects to find one asset of 100, and uses an index of the company too.
      const isEqual = `s.meta_data @> ${stored} and s.meta_data @> ${stored}`
      return foundAssets(scope, typesWith(scope, { fieldId, ...kind }), isEqual)
    })
    return `${scope.column('id')} = any(array(${found.join(' union all ')}))`
  }

/**
 * The index on `search_text`, which has all values of an asset, finds texts of five characters or more. For shorter ones
 * PostgreSQL reads the assets of the types that have the field.
 */
const valueContains =
  (fieldId: string, text: string): Condition =>
  (scope) => {
    const grams = containsGrams(scope, text)
    const key = hiddenKey(scope.parameter(likePattern(text), 'text'))
    const value = valueOf(scope, fieldId)
    const types = typesWith(scope, { fieldId })
    const matches: Expression = (asset) => hasKeyLike(value(asset), key)
    if (!grams) return `(${matches(scope)} and ${scope.column('typeId')} in (${types}))`
    const inner = scopeOf(modelOf('Asset'), 's', scope.company)
    const found = foundAssets(scope, types, `${grams('s', 's.search_text')} and ${matches(inner)}`)
    return `${scope.column('id')} = any(array(${found}))`
  }

function valueIsBetween(fieldId: string, range: ValueRange): Condition {
  const kind = (['NUMBER', 'DATE'] as const).find((each) => isRangeOf(each, range))
  if (!kind) throw invalid('One or two numbers, or one or two dates, are expected.', 'between')
  const [from, to] = [range.from, range.to].map((end) => end && canonicalValue(kind, end.trim()))
  if (from && to && (kind === 'NUMBER' ? Number(from) > Number(to) : from > to)) {
    throw invalid('The end of a range must not be before its start.', 'between')
  }
  return (scope) => {
    const value = valueOf(scope, fieldId)(scope)
    // PostgreSQL may compare a value before it looks at the kind of the field, so any text must be possible.
    const [stored, type] =
      kind === 'NUMBER'
        ? [`(case when ${value} ~ '^-?[0-9]+([.][0-9]+)?$' then ${value}::numeric end)`, 'numeric']
        : [`${value} collate "C"`, 'text']
    const ends = [`${scope.column('typeId')} in (${typesWith(scope, { fieldId, kind })})`]
    if (from) ends.push(`${stored} >= ${scope.parameter(from, type)}`)
    if (to) ends.push(`${stored} <= ${scope.parameter(to, type)}`)
    return `(${ends.join(' and ')})`
  }
}

/** Whether a range has an end, and all of its ends are values of the kind. */
function isRangeOf(kind: CustomFieldKind, { from, to }: ValueRange): boolean {
  const ends = [from, to].filter((end) => end !== null && end !== undefined)
  return ends.length > 0 && ends.every((end) => canonicalValue(kind, end.trim()) !== undefined)
}

/** The SQL of the value of a field; null if the asset has none. */
function valueOf({ parameter }: ConditionScope, fieldId: string): Expression {
  const id = parameter(fieldId, 'text')
  return ({ column }) => `(${column('metaData')} ->> ${id})`
}

/** A subquery: the ids of the asset types that have such a field. */
const typesWith = ({ company, parameter }: ConditionScope, field: Partial<CustomField>) =>
  `select y.id from asset_type y
    where y.company_id = ${company} and y.custom_fields @> ${parameter(JSON.stringify([field]), 'jsonb')}`

/**
 * A subquery: the ids of the assets `s` of these types that satisfy a condition. `+ 0`: no index has this expression.
 * Otherwise PostgreSQL would read all assets of the types, because it expects fewer of them than there are.
 */
const foundAssets = ({ company }: ConditionScope, types: string, condition: string) =>
  `select s.id from asset s
    where s.company_id = ${company} and ${condition} and s.type_id + 0 in (${types})`

function invalid(message: string, ...path: string[]): DomainError {
  return new DomainError('INVALID', message, [
    { code: 'INVALID', path: ['customField', ...path], message },
  ])
}
