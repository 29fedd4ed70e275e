import { isEnumType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql'
import { storedPropertyOf } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'
import {
  concatSql,
  type JsonFragment,
  literal,
  NeedsResolvers,
  nullUnless,
  objectJson,
} from './json.js'

type FieldType = NonNullable<SelectedField['definition']>['type']

/** Scalars that have the same JSON in a stored value and in the response. */
const SAME_JSON = new Set(['ID', 'String', 'Boolean', 'Int', 'Float', 'DateTime'])

/**
 * The JSON of a list or object that the database stores as `jsonb`, such as an asset's custom field values: the
 * selected properties under their response keys, without white space.
 */
export function jsonValue(
  sql: string,
  field: SelectedField,
  type: FieldType | undefined = field.definition?.type,
): readonly JsonFragment[] {
  if (isNonNullType(type)) return nonNullValue(sql, field, type.ofType)
  return nullUnless(`nullif(${sql}, 'null')`, nonNullValue(sql, field, type))
}

function nonNullValue(
  sql: string,
  field: SelectedField,
  type: FieldType | undefined,
): readonly JsonFragment[] {
  if (isListType(type)) {
    const item = jsonValue('item.value', field, type.ofType as FieldType)
    return [
      '[',
      (context) =>
        `(select string_agg(${concatSql(item, context)}, ',' order by item.place)
          from jsonb_array_elements(${sql}) with ordinality item (value, place))`,
      ']',
    ]
  }
  if (isObjectType(type)) {
    return objectJson(field, (part) => {
      const property = storedPropertyOf(type.name, part.name)
      return jsonValue(`(${sql} -> ${literal(property)})`, part)
    })
  }
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name, value }) => [String(value), name] as const)
    if (values.every(([value, name]) => value === name)) return [() => `${sql}::text`]
    const cases = values.map(([value, name]) => `when ${literal(value)} then '"${name}"'`)
    return [() => `case ${sql} #>> '{}' ${cases.join(' ')} end`]
  }
  if (isScalarType(type) && SAME_JSON.has(type.name)) return [() => `${sql}::text`]
  throw new NeedsResolvers()
}
