import { validate as isUuid } from 'uuid'
import { type ModelName, modelOf } from './model.js'
import type { Reader } from './read.js'
import { scopeOf, tenantCondition } from './scope.js'
import { readRows, Statement } from './statement.js'

/** Finds the company's records with these UUIDs in several models. The keys are lowercase UUIDs. One statement. */
export async function findModels(
  { db, companyId }: Reader,
  models: readonly ModelName[],
  uuids: readonly string[],
): Promise<Map<string, { model: ModelName; id: number }>> {
  const statement = new Statement(companyId)
  const wanted = statement.parameter(uuids.filter(isUuid), 'uuid[]')
  const selects = models.map((name) => {
    const model = modelOf(name)
    const { column } = scopeOf(model, 't', statement.company)
    return `select '${name}', ${column('id')}, ${column('uuid')} from ${model.table} t
      where ${tenantCondition(model, 't', statement.company)} and ${column('uuid')} = any(${wanted})`
  })
  const rows = await readRows(db, selects.join(' union all '), statement.values)
  return new Map(
    (rows as [ModelName, number, string][]).map(([model, id, uuid]) => [uuid, { model, id }]),
  )
}
