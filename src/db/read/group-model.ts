import type { Model, Relation } from './model.js'
import type { EmbeddedObjects } from './model-rules.js'
import type { Statistics } from './statistics.js'

/** The column of a key, in the subquery `page`. If the key is a record, the column contains its id. */
export const keyColumn = (key: string) => `key_${key.toLowerCase()}`

/** The column of a measure. */
export const measureColumn = (measure: string) => `measure_${measure.toLowerCase()}`

/** The fields of the period of a group, and their columns. */
export const periodColumns = {
  periodStart: 'period_start',
  periodEnd: 'period_end',
  periodDate: 'period_date',
} as const

/** The embedded object with the period of a group. */
export const bucketObject: EmbeddedObjects = {
  bucket: { start: 'periodStart', end: 'periodEnd', date: 'periodDate' },
}

/**
 * The model of groups of records: a selection of a group is compiled like one of a record. A group has no table: its
 * columns are those of the subquery in `aggregate.ts`. Its id is its rank in the order.
 */
export function groupModel({ keys, measures }: Statistics): Model {
  const columns: Record<string, string> = { id: 'id', ...periodColumns }
  const relations: Record<string, Relation> = {}
  for (const [name, { record }] of Object.entries(keys)) {
    columns[record ? `${name}Id` : name] = keyColumn(name)
    if (record) relations[name] = { kind: 'one', model: record, own: `${name}Id`, other: 'id' }
  }
  for (const name of Object.keys(measures)) columns[name] = measureColumn(name)
  return { table: '', tenant: null, columns, relations }
}
