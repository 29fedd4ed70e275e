import {
  getNamedType,
  type GraphQLEnumType,
  type GraphQLOutputType,
  isEnumType,
  isNonNullType,
} from 'graphql'
import { type JsonFragment, NeedsResolvers, nullUnless } from './json.js'

const quoted = (sql: string): JsonFragment[] => ['"', () => sql, '"']
const escaped = (sql: string): JsonFragment[] => [() => `to_json(${sql})`]
const plain = (sql: string): JsonFragment[] => [() => sql]

/** For each scalar, SQL for its JSON text: the same text that `serialize` and `JSON.stringify` would return. */
const scalars: Readonly<Record<string, (sql: string) => JsonFragment[]>> = {
  ID: quoted,
  String: escaped,
  EmailAddress: escaped,
  TimeZone: escaped,
  Int: plain,
  Float: plain,
  Boolean: (sql) => [() => `case when ${sql} then 'true' else 'false' end`],
  DateTime: (sql) => quoted(`to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
}

/** The JSON of a scalar or enum. */
export function scalarJson(sql: string, type: GraphQLOutputType): readonly JsonFragment[] {
  const named = getNamedType(type)
  const fragments = isEnumType(named) ? enumJson(sql, named) : scalars[named.name]?.(sql)
  if (!fragments) throw new NeedsResolvers()
  return isNonNullType(type) ? fragments : nullUnless(sql, fragments)
}

/** Maps the database's values to the names in GraphQL. */
function enumJson(sql: string, type: GraphQLEnumType): JsonFragment[] {
  const cases = type
    .getValues()
    .map(({ name, value }) => `when '${String(value)}' then '"${name}"'`)
  return [() => `case ${sql} ${cases.join(' ')} else 'null' end`]
}
