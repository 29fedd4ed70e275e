import { type Condition, filter } from '../../db/read/filter.js'
import { Projection } from '../../db/read/projection.js'
import type { Reader } from '../../db/read/read.js'
import { readRows, Statement } from '../../db/read/statement.js'
import type { FeedModel } from './live-records.js'

/** Those of the records that satisfy all conditions and are not removed, by their UUIDs. One statement. */
export async function findMatchingRecords(
  { db, companyId }: Reader,
  model: FeedModel,
  uuids: readonly string[],
  where: readonly Condition[],
): Promise<ReadonlySet<string>> {
  const statement = new Statement(companyId)
  const records = new Projection(model, 't', 'k')
  const isOne: Condition = ({ column, parameter }) =>
    `${column('uuid')} = any(${parameter(uuids, 'uuid[]')})`
  const { table, conditions } = filter(statement, records, model, { where: [isOne, ...where] })
  const text = `select t.uuid from ${table} t ${records.joins} where ${conditions.join(' and ')}`
  const rows = await readRows(db, text, statement.values)
  return new Set((rows as [string][]).map(([uuid]) => uuid))
}
