import { childCondition } from './child-condition.js'
import type { Scope } from './derived.js'
import { modelOf, type ModelName, type Parent } from './model.js'
import { Projection } from './projection.js'
import { tenantCondition } from './scope.js'
import type { Statement } from './statement.js'

/** The names that a condition can use: the record's columns, the company, and parameters that it adds. */
export interface ConditionScope extends Scope {
  readonly parameter: (value: unknown, type: string) => string
}

/** Returns an SQL condition on a record. */
export type Condition = (scope: ConditionScope) => string

export type Removed = 'include' | 'only'

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
