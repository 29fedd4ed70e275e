import type { Scope } from './derived.js'
import { type Model, modelOf, type ModelName } from './model.js'
import { relationPath } from './models.js'
import { Projection } from './projection.js'
import { scopeOf, tenantCondition } from './scope.js'
import type { Statement } from './statement.js'

/** The names that a condition can use: the record's columns, the company, and parameters that it adds. */
export interface ConditionScope extends Scope {
  readonly parameter: (value: unknown, type: string) => string
}

/** Returns an SQL condition on a record. */
export type Condition = (scope: ConditionScope) => string

export type Removed = 'include' | 'only'

/** The parent of the records: its model, the name of its relation to them, and the SQL of its id. */
export interface Parent {
  readonly model: ModelName
  readonly relation: string
  readonly id: string
}

/** Which records to count. */
export interface CountRequest {
  /** A record must satisfy all of these. */
  readonly where: readonly Condition[]
  /** Whether to include removed (soft-deleted) records, or to count only them. If undefined, they are left out. */
  readonly removed?: Removed
}

/** The SQL that counts the records that satisfy all conditions. */
export function countSql(
  statement: Statement,
  model: ModelName,
  request: CountRequest,
  parent?: Parent,
): string {
  const records = new Projection(model, 't', 'k')
  const { table, conditions } = filter(statement, records, model, request, parent)
  return `select count(*)::int from ${table} t ${records.joins} where ${conditions.join(' and ')}`
}

/**
 * The model's table, whose alias is `t`, and the conditions of a page. The first condition selects the company. `records`
 * collects the joins that the conditions need.
 */
export function filter(
  statement: Statement,
  records: Projection,
  model: ModelName,
  { where, removed }: CountRequest,
  parent?: Parent,
) {
  const { company } = statement
  const child = modelOf(model)
  const parameter = (value: unknown, type: string) => statement.parameter(value, type)
  const scope: ConditionScope = { ...records.scope(records.root), parameter }
  const conditions = [tenantCondition(child, 't', company)]
  if (removed !== 'include' && 'deletedAt' in child.columns) {
    conditions.push(`${scope.column('deletedAt')} is ${removed === 'only' ? 'not null' : 'null'}`)
  }
  if (parent) conditions.push(childCondition(child, parent, company))
  conditions.push(...where.map((condition) => condition(scope)))
  return { table: child.table, conditions }
}

/** The condition that a record `t` is a child of a parent, directly or through a table between them. */
function childCondition(child: Model, { model, relation, id }: Parent, company: string): string {
  const [first, second] = relationPath(model, relation) ?? []
  if (!first) throw new Error(`expected a relation of ${model}, got ${relation}`)
  const { column } = scopeOf(child, 't', company)
  if (!second) {
    if (first.own === 'id') return `${column(first.other)} = ${id}`
    const parent = modelOf(model)
    const { column: own } = scopeOf(parent, 'p', company)
    const fromParent = `from ${parent.table} p
      where ${tenantCondition(parent, 'p', company)} and ${own('id')} = ${id}`
    const condition = first.also?.(column, own)
    const also = condition ? ` and exists (select 1 ${fromParent} and ${condition})` : ''
    return `${column(first.other)} = (select ${own(first.own)} ${fromParent})${also}`
  }
  const middle = modelOf(first.model)
  const { column: between } = scopeOf(middle, 'm', company)
  const live = 'deletedAt' in middle.columns ? ` and ${between('deletedAt')} is null` : ''
  return `${column(second.other)} in (select ${between(second.own)} from ${middle.table} m
    where ${tenantCondition(middle, 'm', company)} and ${between(first.other)} = ${id}${live})`
}
