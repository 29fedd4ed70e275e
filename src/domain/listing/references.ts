import { validate as isUuid } from 'uuid'
import { modelOf, type ModelName } from '../../db/read/model.js'
import type { Condition, ConditionScope } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'

/** The column refers to one of some records of the company. A key without a record matches nothing. */
export const refersTo =
  (field: string, model: ModelName) =>
  (keys: readonly RecordKey[]): Condition =>
  (scope) =>
    `${scope.column(field)} ${isAmong(scope, model, keys)}`

/** The right side of a comparison of an integer id with the records of the company that keys name. */
export function isAmong(
  { company, parameter }: ConditionScope,
  model: ModelName,
  keys: readonly RecordKey[],
): string {
  const ids = keys.filter((key) => typeof key === 'number')
  const uuids = keys.filter((key) => typeof key === 'string' && isUuid(key))
  if (uuids.length === 0) return `= any(${parameter(ids, 'int[]')})`
  const { table, tenant } = modelOf(model)
  const records = `select o.id from ${table} o where ${tenant ? `o.${tenant} = ${company} and` : ''}`
  if (ids.length > 0) {
    const either = `o.uuid = any(${parameter(uuids, 'uuid[]')}) or o.id = any(${parameter(ids, 'int[]')})`
    return `in (${records} (${either}))`
  }
  // The usual case is one key: with `=`, PostgreSQL's planner expects at most one record.
  if (uuids.length === 1) return `= (${records} o.uuid = ${parameter(uuids[0], 'uuid')})`
  return `in (${records} o.uuid = any(${parameter(uuids, 'uuid[]')}))`
}
