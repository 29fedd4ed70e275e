import type { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { RecordKey } from '../../domain/domain.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SelectedField } from '../operation/selection.js'

/** The context in which a plan generates SQL: one request, and the statement that will contain the SQL. */
export interface SqlContext {
  readonly statement: Statement
  readonly viewer: Viewer
  readonly request: PreparedRequest
  /** SQL for the cursor of a connection's record, inside its page. */
  readonly cursor?: string
  /** The key of the record that a mutation has written. */
  readonly recordKey?: RecordKey
  /** Whether each root read is a statement of its own. */
  readonly split?: boolean
}

/** Generates an SQL expression. */
export type SqlFragment = (context: SqlContext) => string

/** A fragment of JSON text: the text itself, or an SQL expression that returns it and is never null. */
export type JsonFragment = string | SqlFragment

/** An object type, and the fields that are selected of it. */
export type ObjectSelection = Pick<SelectedField, 'objectType' | 'fields'>

/** The compiler throws this if SQL cannot compute a field. The resolvers then execute the operation. */
export class NeedsResolvers extends Error {
  override readonly name = 'NeedsResolvers'
}

const isSql = (fragment: JsonFragment) => typeof fragment === 'function'

/** Separates the text before the first and after the last SQL expression. If all fragments are text, it is `inner`. */
export function separateText(fragments: readonly JsonFragment[]) {
  const start = Math.max(0, fragments.findIndex(isSql))
  const end = fragments.findLastIndex(isSql) + 1 || fragments.length
  return {
    before: fragments.slice(0, start).join(''),
    inner: fragments.slice(start, end),
    after: fragments.slice(end).join(''),
  }
}

/** The maximum number of arguments in one call of `concat`. PostgreSQL allows 100. */
const MAX_ARGUMENTS = 90

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** SQL that concatenates fragments. */
export function concatSql(fragments: readonly JsonFragment[], context: SqlContext): string {
  const merged: JsonFragment[] = []
  for (const fragment of fragments) {
    const last = merged.at(-1)
    if (typeof fragment !== 'string' || typeof last !== 'string') merged.push(fragment)
    else merged[merged.length - 1] = last + fragment
  }
  return concat(merged.map((each) => (typeof each === 'string' ? literal(each) : each(context))))
}

function concat(parts: readonly string[]): string {
  if (parts.length <= MAX_ARGUMENTS) return `concat(${parts.join(', ')})`
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += MAX_ARGUMENTS) {
    groups.push(concat(parts.slice(start, start + MAX_ARGUMENTS)))
  }
  return concat(groups)
}

/** The fragments of a JSON object. `value` returns the fragments of one field. It is not called for `__typename`. */
export function objectJson<Fragment = SqlFragment>(
  { objectType, fields }: ObjectSelection,
  value: (field: SelectedField) => readonly (string | Fragment)[],
): (string | Fragment)[] {
  if (!objectType) throw new NeedsResolvers()
  const properties = fields.flatMap((field, index) => [
    `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`,
    ...(field.name === '__typename' ? [JSON.stringify(objectType.name)] : value(field)),
  ])
  return ['{', ...properties, '}']
}

/** The fragments, or `null` if an SQL expression is null. */
export const nullUnless = (sql: string, fragments: readonly JsonFragment[]): JsonFragment[] => [
  (context) => `case when ${sql} is null then 'null' else ${concatSql(fragments, context)} end`,
]
