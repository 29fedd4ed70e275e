import type { Scope } from './derived.js'
import { type Model, modelOf, type ModelName, type Relation, relationPath } from './model.js'
import { afterCursor, orderBy, type OrderKey, type Position } from './order.js'
import { scopeOf, tenantCondition } from './projection.js'
import type { Statement } from './statement.js'

/** What a condition may use besides the record's columns. */
export interface ConditionScope extends Scope {
  readonly parameter: (value: unknown, type: string) => string
}

/** A condition on a record, as SQL. */
export type Condition = (scope: ConditionScope) => string

/** Which records, in which order, and how many. */
export interface PageRequest {
  readonly where: readonly Condition[]
  readonly order: readonly OrderKey[]
  readonly limit: number
  readonly offset?: number
  /** Walk from the end: the last records come first. */
  readonly backward?: boolean
  /** Begin after this place in the order, or before it where walked backward. */
  readonly from?: Position
  /** Removed records are passed over unless they are asked for. */
  readonly removed?: boolean
  /** Whether positions are wanted. */
  readonly positions?: boolean
  /** Whether the number of records on all pages is wanted with each of this one. All of them are read for it. */
  readonly total?: boolean
}

/** Whose children are meant: a relation of a model, and the SQL of one parent's id. */
export interface Parent {
  readonly model: ModelName
  readonly relation: string
  readonly id: string
}

/** A page as SQL: a table `page` of the columns asked for, and how its rows are ordered. */
export interface Page {
  readonly sql: string
  readonly keys: readonly string[]
  readonly order: string
}

/** No list is longer: ids are 32-bit integers. */
const MAX_ROWS = 2_147_483_647

/** From this offset on, records that are passed over are not looked up: an index may know all that they are needed for. */
const FAR = 1000

/** Writes a page: filtered, ordered and cut on the model's own table alone. */
export function writePage(
  statement: Statement,
  model: ModelName,
  columns: readonly string[],
  request: PageRequest,
  parent?: Parent,
): Page {
  const { order, limit, offset = 0, backward = false, from, total = false } = request
  const { table, scope, conditions } = selected(statement, model, request, parent)
  if (from) conditions.push(afterCursor(order, from, backward, scope, statement))

  const expressions = order.map((key) => key.expression(scope))
  const keys = order.map((_, index) => `key${index}`)
  const more = expressions.map((sql, index) => `${sql} as ${keys[index] ?? ''}`)
  if (total) more.push('count(*) over ()::int as total')
  // As it stands, for of a parameter PostgreSQL expects a tenth of the table, and then plans each time anew.
  const cut = [`limit ${Math.trunc(limit)}`]
  if (offset > 0) cut.push(`offset ${statement.parameter(Math.min(offset, MAX_ROWS), 'int')}`)
  const select = (wanted: readonly string[]) => `
    select ${[...wanted.map((column) => `t.${column}`), ...more].join(', ')} from ${table} t
    where ${conditions.join(' and ')}
    order by ${orderBy([...expressions, 't.id'], order, backward)} ${cut.join(' ')}`
  const known = total ? [...keys, 'total'] : keys
  const lookUp = (places: string) => `
    select ${[...columns.map((column) => `t.${column}`), ...known.map((key) => `place.${key}`)].join(', ')}
    from (${places}) place
    join ${table} t on ${tenantCondition(modelOf(model), 't', statement.company)} and t.id = place.id`
  const sql =
    offset < FAR && !total ? `(${select(columns)}) page` : `(${lookUp(select(['id']))}) page`
  const pageKeys = keys.map((key) => `page.${key}`)
  return { sql, keys: pageKeys, order: orderBy([...pageKeys, 'page.id'], order, backward) }
}

/** Writes the number of records that a list has, whatever its page. */
export function writeCount(
  statement: Statement,
  model: ModelName,
  where: readonly Condition[],
  parent?: Parent,
): string {
  const { table, conditions } = selected(statement, model, { where }, parent)
  return `select count(*)::int from ${table} t where ${conditions.join(' and ')}`
}

/** The model's table under the alias `t`, and the conditions for the viewer's records. */
function selected(
  statement: Statement,
  model: ModelName,
  { where, removed = false }: Pick<PageRequest, 'where' | 'removed'>,
  parent?: Parent,
) {
  const here = modelOf(model)
  const parameter = (value: unknown, type: string) => statement.parameter(value, type)
  const scope: ConditionScope = { ...scopeOf(here, 't', statement.company), parameter }
  const conditions = [tenantCondition(here, 't', statement.company)]
  if (!removed && 'deletedAt' in here.columns) {
    conditions.push(`${scope.column('deletedAt')} is null`)
  }
  if (parent) conditions.push(childCondition(here, parent, statement.company))
  conditions.push(...where.map((condition) => condition(scope)))
  return { table: here.table, scope, conditions }
}

/** The condition that a record `t` is a child of a parent: directly, or over a table between them. */
function childCondition(child: Model, { model, relation, id }: Parent, company: string): string {
  const [first, second] = relationPath(model, relation) ?? []
  if (!first) throw new Error(`expected a relation of ${model}, got ${relation}`)
  const { column } = scopeOf(child, 't', company)
  if (!second) return `${column(first.other)} = ${id}`
  return `${column(second.other)} in (${between(first, second, id, company)})`
}

function between(first: Relation, second: Relation, id: string, company: string): string {
  const middle = modelOf(first.model)
  const { column } = scopeOf(middle, 'm', company)
  const live = 'deletedAt' in middle.columns ? ` and ${column('deletedAt')} is null` : ''
  return `select ${column(second.own)} from ${middle.table} m
    where ${tenantCondition(middle, 'm', company)} and ${column(first.other)} = ${id}${live}`
}
