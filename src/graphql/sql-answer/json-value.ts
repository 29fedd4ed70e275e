import {
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql'
import type { Selection } from '../operation/selection.js'
import {
  concatSql,
  type JsonFragment,
  literal,
  NeedsResolvers,
  nullUnless,
  objectJson,
} from './json.js'

/** Scalars whose JSON in a stored value is the JSON of the answer. */
const SAME_JSON = new Set(['ID', 'UUID', 'String', 'Boolean', 'Int'])

/**
 * The JSON of a list or object that the database holds as `jsonb`, such as an asset's custom field values: with the
 * selected properties, under their response keys, without white space.
 */
export function jsonValue(
  sql: string,
  type: GraphQLOutputType,
  selection: Selection,
): readonly JsonFragment[] {
  if (isNonNullType(type)) return presentValue(sql, type.ofType, selection)
  return nullUnless(`nullif(${sql}, 'null')`, presentValue(sql, type, selection))
}

function presentValue(
  sql: string,
  type: GraphQLOutputType,
  selection: Selection,
): readonly JsonFragment[] {
  if (isListType(type)) {
    const item = jsonValue('item.value', type.ofType as GraphQLOutputType, selection)
    return [
      '[',
      (context) =>
        `(select string_agg(${concatSql(item, context)}, ',' order by item.place)
          from jsonb_array_elements(${sql}) with ordinality item (value, place))`,
      ']',
    ]
  }
  if (isObjectType(type)) {
    const properties = selection
      .fieldsOf(type)
      .map(({ key, name, definition, selection: under }) => {
        if (name === '__typename') return [key, [JSON.stringify(type.name)]] as const
        if (!definition) throw new NeedsResolvers()
        return [key, jsonValue(`(${sql} -> ${literal(name)})`, definition.type, under)] as const
      })
    return objectJson(properties)
  }
  if (isScalarType(type) && SAME_JSON.has(type.name)) return [() => `${sql}::text`]
  throw new NeedsResolvers()
}
