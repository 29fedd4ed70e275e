import type { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { PreparedRequest } from '../operation/prepared-request.js'

/** What the SQL of a plan is written for: one request, and the statement that it goes into. */
export interface SqlContext {
  readonly statement: Statement
  readonly viewer: Viewer
  readonly request: PreparedRequest
  /** SQL for the cursor of a connection's record, inside its page. */
  readonly cursor?: string
  /** The id of the record that a mutation has written. */
  readonly recordId?: number
  /** Whether each root read is a statement of its own. */
  readonly split?: boolean
}

/** A fragment of JSON text: literal, or written as SQL that yields text and is never null. */
export type JsonFragment = string | ((context: SqlContext) => string)

/** Thrown while a plan is compiled if SQL cannot write a field. The resolvers then answer. */
export class NeedsResolvers extends Error {
  override readonly name = 'NeedsResolvers'
}

/** The maximum number of arguments in one call of `concat`. PostgreSQL allows 100. */
const MAX_ARGUMENTS = 90

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** SQL that concatenates fragments. */
export function concatSql(fragments: readonly JsonFragment[], context: SqlContext): string {
  const parts: string[] = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push(literal(text))
    text = ''
  }
  for (const fragment of fragments) {
    if (typeof fragment === 'string') text += fragment
    else {
      flush()
      parts.push(fragment(context))
    }
  }
  flush()
  return concat(parts)
}

/** SQL of fragments that may be a single one. */
export function textSql(fragments: readonly JsonFragment[], context: SqlContext): string {
  const [only, ...others] = fragments
  return typeof only === 'function' && others.length === 0
    ? only(context)
    : concatSql(fragments, context)
}

function concat(parts: readonly string[]): string {
  if (parts.length <= MAX_ARGUMENTS) return `concat(${parts.join(', ')})`
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += MAX_ARGUMENTS) {
    groups.push(concat(parts.slice(start, start + MAX_ARGUMENTS)))
  }
  return concat(groups)
}

/** The fragments of a JSON object. */
export function objectJson(
  properties: readonly (readonly [key: string, value: readonly JsonFragment[]])[],
): JsonFragment[] {
  const fragments = properties.flatMap(([key, value], index): JsonFragment[] => [
    `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
    ...value,
  ])
  return ['{', ...fragments, '}']
}

/** The fragments, or `null` if an SQL expression is null. */
export const nullUnless = (sql: string, fragments: readonly JsonFragment[]): JsonFragment[] => [
  (context) => `case when ${sql} is null then 'null' else ${concatSql(fragments, context)} end`,
]
