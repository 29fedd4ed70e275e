import type { ModelName } from './model.js'
import { fieldExpression } from './projection.js'

/**
 * What the database reads for a field of a record: nothing except the record itself (`column`), another record by its
 * key (`lookup`), or all records that a count or a sum covers (`count`).
 */
export type FieldReads = 'column' | 'lookup' | 'count'

/** What the database reads for a field. A field that the model does not store or derive counts as a column. */
export function fieldReads(model: ModelName, field: string): FieldReads {
  const sql = fieldExpression(model, field)?.({ column: (name) => name, company: '$1' })
  if (sql === undefined || !/select |audit_changes\(/.test(sql)) return 'column'
  return /\b(count|sum)\(/.test(sql) ? 'count' : 'lookup'
}
