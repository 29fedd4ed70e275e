import { childCondition } from './child-condition.js'
import type { Scope } from './derived.js'
import { modelOf, type ModelName, type Parent } from './model.js'
import { afterCursor, orderBy, type OrderKey, type Position } from './order.js'
import { Projection, scopeOf, tenantCondition } from './projection.js'
import { MAX_INT32, type Statement } from './statement.js'

/** The names that a condition can use: the record's columns, the company, and parameters that it adds. */
export interface ConditionScope extends Scope {
  readonly parameter: (value: unknown, type: string) => string
}

/** Returns an SQL condition on a record. */
export type Condition = (scope: ConditionScope) => string

export type Removed = 'include' | 'only'

/** Which records to read, in which order, and how many. */
export interface PageRequest {
  /** A record must satisfy all of these. */
  readonly where: readonly Condition[]
  readonly order: readonly OrderKey[]
  readonly limit: number
  readonly offset?: number
  /** Whether to read from the end of the order, the last record first. */
  readonly backward?: boolean
  /** Start after this position, or before it if `backward`. */
  readonly from?: Position
  /** Whether to include removed (soft-deleted) records, or to read only them. If undefined, they are left out. */
  readonly removed?: Removed
  /** Whether to return each record's position. */
  readonly positions?: boolean
  /** Whether to return the number of records on all pages. This reads all of them. */
  readonly total?: boolean
}

/** A page as SQL: a subquery with the alias `page`, the names of its columns with the sort keys, and its `order by`. */
export interface Page {
  readonly sql: string
  readonly keys: readonly string[]
  readonly order: string
}

/**
 * From this offset on, a subquery selects only ids, and the rows are joined to them: an index-only scan can then skip
 * the rows before the offset.
 */
const FAR_OFFSET = 1000

/**
 * The SQL of a page. The filter and the limit use only the model's own table. If the records are sorted by a value of a
 * related record, it joins that record's table: PostgreSQL can then scan the index on that value and read the records
 * that refer to each related record, until the page is full.
 */
export function pageSql(
  statement: Statement,
  model: ModelName,
  columns: readonly string[],
  request: PageRequest,
  parent?: Parent,
): Page {
  const { order, limit, offset = 0, backward = false, from, total = false } = request
  const { table, conditions } = filter(statement, model, request, parent)
  const ordering = new Projection(model, 't', 'k')
  const expressions = order.map((key) => ordering.orderExpression(key))
  const withId = [...expressions, 't.id']
  if (from) conditions.push(afterCursor(withId, order, from, backward, statement))
  const keys = order.map((_, index) => `key${index}`)
  const computed = expressions.map((sql, index) => `${sql} as ${keys[index] ?? ''}`)
  if (total) computed.push('count(*) over ()::int as total')
  // The limit is inlined: with a parameter, PostgreSQL assumes 10 % of the table and plans every execution again.
  const range = [`limit ${Math.trunc(limit)}`]
  if (offset > 0) range.push(`offset ${statement.parameter(Math.min(offset, MAX_INT32), 'int')}`)
  const list = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`)
  const select = (names: readonly string[]) => `
    select ${[...list('t', names), ...computed].join(', ')} from ${table} t ${ordering.joins}
    where ${conditions.join(' and ')}
    order by ${orderBy(withId, order, backward)} ${range.join(' ')}`
  const known = total ? [...keys, 'total'] : keys
  const joined = () => `
    select ${[...list('t', columns), ...list('place', known)].join(', ')}
    from (${select(['id'])}) place
    join ${table} t on ${tenantCondition(modelOf(model), 't', statement.company)} and t.id = place.id`
  const sql = `(${offset < FAR_OFFSET && !total ? select(columns) : joined()}) page`
  const pageKeys = list('page', keys)
  return { sql, keys: pageKeys, order: orderBy([...pageKeys, 'page.id'], order, backward) }
}

/** Which records to count. */
export type CountRequest = Pick<PageRequest, 'where' | 'removed'>

/** The SQL that counts the records that satisfy all conditions. */
export function countSql(
  statement: Statement,
  model: ModelName,
  request: CountRequest,
  parent?: Parent,
): string {
  const { table, conditions } = filter(statement, model, request, parent)
  return `select count(*)::int from ${table} t where ${conditions.join(' and ')}`
}

/** The model's table, whose alias is `t`, and the conditions of a page. The first condition selects the company. */
export function filter(
  statement: Statement,
  model: ModelName,
  { where, removed }: CountRequest,
  parent?: Parent,
) {
  const { company } = statement
  const child = modelOf(model)
  const parameter = (value: unknown, type: string) => statement.parameter(value, type)
  const scope: ConditionScope = { ...scopeOf(child, 't', company), parameter }
  const conditions = [tenantCondition(child, 't', company)]
  if (removed !== 'include' && 'deletedAt' in child.columns) {
    conditions.push(`${scope.column('deletedAt')} is ${removed === 'only' ? 'not null' : 'null'}`)
  }
  if (parent) conditions.push(childCondition(child, parent, company))
  conditions.push(...where.map((condition) => condition(scope)))
  return { table: child.table, conditions }
}
