import { validate as isUuid } from 'uuid'
import { equalsOneOf } from '../../db/read/equals-one-of.js'
import { modelOf, type ModelName } from '../../db/read/model.js'
import { MAX_INT32 } from '../../db/read/statement.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { scopeOf } from '../../db/read/scope.js'
import type { RecordKey } from '../domain.js'

/** SQL condition: the column refers to one of the company's records with these keys. An unknown key matches nothing. */
export const refersTo =
  (field: string, model: ModelName) =>
  (keys: readonly RecordKey[]): Condition =>
  (scope) =>
    `${scope.column(field)} ${isAmong(scope, model, keys)}`

/** SQL condition: at least one record of the relation `relation` satisfies the condition `holds`, usually `refersTo`. */
export const hasRelated =
  <Value>(model: ModelName, relation: string, holds: (value: Value) => Condition) =>
  (value: Value): Condition =>
  (scope) => {
    const related = modelOf(model).relations[relation]
    if (!related) throw new Error(`expected a relation of ${model}, got ${relation}`)
    const { own, other } = related
    const target = modelOf(related.model)
    const inner = { ...scope, ...scopeOf(target, 'x', scope.company) }
    return `${scope.column(own)} in (select ${inner.column(other)} from ${target.table} x
      where x.company_id = ${scope.company} and ${holds(value)(inner)})`
  }

/** Whether a key is an integer id, also as digits: GraphQL's type ID converts integers to strings. */
const isIntegerId = (key: RecordKey) =>
  typeof key === 'number' || (/^\d{1,10}$/.test(key) && Number(key) <= MAX_INT32)

/** The right side of a comparison: an operator, and the ids of the company's records that have these keys. */
export function isAmong(
  { company, parameter }: ConditionScope,
  model: ModelName,
  keys: readonly RecordKey[],
): string {
  const ids = keys.filter(isIntegerId).map(Number)
  const uuids = keys.filter((key) => typeof key === 'string' && isUuid(key))
  if (uuids.length === 0) return equalsOneOf(ids, 'int', parameter)
  const { table, tenant } = modelOf(model)
  const records = `select o.id from ${table} o where ${tenant ? `o.${tenant} = ${company} and` : ''}`
  if (ids.length > 0) {
    const found = `${records} o.uuid = any(${parameter(uuids, 'uuid[]')})`
    return `= any(${parameter(ids, 'int[]')} || array(${found}))`
  }
  // The usual case is one key: with `=`, PostgreSQL's planner estimates at most one record.
  if (uuids.length === 1) return `= (${records} o.uuid = ${parameter(uuids[0], 'uuid')})`
  return `in (${records} o.uuid = any(${parameter(uuids, 'uuid[]')}))`
}
