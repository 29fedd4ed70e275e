import {
  getNamedType,
  getNullableType,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type Piece, textOf } from './json-text.js'

const quoted = (sql: string): Piece[] => ['"', () => sql, '"']
const escaped = (sql: string): Piece[] => [() => `to_json(${sql})`]
const plain = (sql: string): Piece[] => [() => sql]

/** How SQL writes each scalar as its `serialize` and JSON would; a scalar that is not here, only code can write. */
const scalars: Readonly<Record<string, (sql: string) => Piece[]>> = {
  ID: quoted,
  UUID: quoted,
  String: escaped,
  EmailAddress: escaped,
  TimeZone: escaped,
  Int: plain,
  NonNegativeInt: plain,
  NonNegativeFloat: plain,
  PositiveInt: plain,
  Boolean: (sql) => [() => `case when ${sql} then 'true' else 'false' end`],
  DateTime: (sql) => quoted(`to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
}

/** The JSON text of a field's value; undefined where only code can write it. */
export function leafPieces(sql: string, type: GraphQLOutputType): readonly Piece[] | undefined {
  const nullable = !isNonNullType(type)
  if (isListType(getNullableType(type))) return undefined
  const named = getNamedType(type)
  const pieces = isEnumType(named)
    ? [enumPiece(sql, named.getValues())]
    : scalars[named.name]?.(sql)
  if (!pieces || !nullable) return pieces
  return [(asking) => `case when ${sql} is null then 'null' else ${textOf(pieces, asking)} end`]
}

/** Enum values are called otherwise in the database than in GraphQL. */
const enumPiece =
  (sql: string, values: readonly { readonly name: string; readonly value: unknown }[]): Piece =>
  () => {
    const cases = values.map(({ name, value }) => `when '${String(value)}' then '"${name}"'`)
    return `case ${sql} ${cases.join(' ')} else 'null' end`
  }
