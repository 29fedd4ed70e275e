import type { Scope } from './derived.js'
import { type Model, modelOf, type Parent, type Relation } from './model.js'
import { relationPath } from './models.js'
import { scopeOf, tenantCondition } from './scope.js'

/** The condition that a record `t` is a child of a parent, directly or through tables between them. */
export function childCondition(
  child: Model,
  { model, relation, id }: Parent,
  company: string,
): string {
  const steps = relationPath(model, relation) ?? []
  const [first] = steps
  if (!first) throw new Error(`expected a relation of ${model}, got ${relation}`)
  const { column } = scopeOf(child, 't', company)
  if (steps.length > 1 || first.own === 'id') return isReached(column, steps, id, company)
  const parent = modelOf(model)
  const { column: own } = scopeOf(parent, 'p', company)
  const given = first.given?.(own, company)
  const fromParent = `from ${parent.table} p
      where ${tenantCondition(parent, 'p', company)} and ${own('id')} = ${id}${given ? ` and ${given}` : ''}`
  const condition = first.also?.(column, own)
  const also = condition ? ` and exists (select 1 ${fromParent} and ${condition})` : ''
  return `${column(first.other)} = (select ${own(first.own)} ${fromParent})${also}`
}

/** The condition that the last relation leads to a record, given the SQL of its columns; the first one begins at the parent. */
function isReached(
  column: Scope['column'],
  steps: readonly Relation[],
  id: string,
  company: string,
): string {
  const [last, before] = [steps.at(-1), steps.at(-2)]
  if (!last) throw new Error('expected a relation')
  if (!before) return `${column(last.other)} = ${id}`
  const middle = modelOf(before.model)
  const { column: between } = scopeOf(middle, 'm', company)
  const live = 'deletedAt' in middle.columns ? ` and ${between('deletedAt')} is null` : ''
  return `${column(last.other)} in (select ${between(last.own)} from ${middle.table} m
    where ${tenantCondition(middle, 'm', company)} and ${isReached(between, steps.slice(0, -1), id, company)}${live})`
}
