import { modelOf } from '../../db/read/model.js'
import type { Reader } from '../../db/read/read.js'
import { scopeOf, tenantCondition } from '../../db/read/scope.js'
import { readRows, Statement } from '../../db/read/statement.js'
import { models, type ModelsWith, rulesOf } from '../model/models.js'

/** The models of the records in the feed: those that every user may read. */
export type FeedModel = ModelsWith<'logged'>

export const FEED_MODELS = (Object.keys(models) as FeedModel[]).filter(
  (name) => rulesOf(name).logged,
)

export const isFeedModel = (type: string): type is FeedModel =>
  FEED_MODELS.some((each) => each === type)

/** Those of these records that exist and are not removed, by their UUIDs. One statement, whose text is always the same. */
export async function findLiveRecords(
  { db, companyId }: Reader,
  records: readonly { readonly model: string; readonly uuid: string }[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set()
  const statement = new Statement(companyId)
  const selects = FEED_MODELS.map((name) => {
    const model = modelOf(name)
    const uuids = records.filter((each) => each.model === name).map(({ uuid }) => uuid)
    const { column } = scopeOf(model, 't', statement.company)
    return `select ${column('uuid')} from ${model.table} t where ${tenantCondition(model, 't', statement.company)}
      and ${column('uuid')} = any(${statement.parameter(uuids, 'uuid[]')}) and ${column('deletedAt')} is null`
  })
  const rows = await readRows(db, selects.join(' union all '), statement.values)
  return new Set((rows as [string][]).map(([uuid]) => uuid))
}
