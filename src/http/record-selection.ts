import type { Selection } from '../db/read/compiled-selection.js'
import type { ModelName } from '../db/read/model.js'
import type { FieldType } from './field-type.js'

/** What to read of a record. */
export interface RecordSelection<Row = unknown> {
  /** Never set. It only carries the type of the rows. */
  readonly row?: Row
  readonly model: ModelName
  readonly select: Selection
  /** The relations to many, of the record and of the records nested in it. */
  readonly lists: readonly ListSelection[]
}

/** A relation to many. Its parent is a nested record, or the selected record if `path` is empty. */
export interface ListSelection {
  /** The relations to one record that lead from the selected record to the parent. */
  readonly path: readonly string[]
  readonly model: ModelName
  readonly relation: string
  readonly item: RecordSelection
}

/** What to read for the fields of a record. `from` is a name in the read model, as in `Field` of `record.ts`. */
export function selectionOf(
  model: ModelName,
  fields: Readonly<Record<string, readonly [FieldType<never>, from: string, ...unknown[]]>>,
): RecordSelection<never> {
  let select: Selection = {}
  const lists: ListSelection[] = []
  for (const [{ selection, many }, from] of Object.values(fields)) {
    const [name = '', field] = from.split('.')
    if (from === 'parent.id') continue
    if (from === 'self') {
      select = merge(select, selection?.select ?? {})
      lists.push(...(selection?.lists ?? []))
    } else if (selection && many) {
      select = merge(select, { id: 'id' })
      lists.push({ path: [], model, relation: from, item: selection })
    } else if (selection) {
      select = merge(select, { [from]: { of: from, select: selection.select } })
      lists.push(...selection.lists.map((list) => ({ ...list, path: [from, ...list.path] })))
    } else if (field !== undefined) {
      select = merge(select, { [name]: { of: name, select: { [field]: field } } })
    } else select = merge(select, { [name]: name })
  }
  return { model, select, lists }
}

function merge(one: Selection, other: Selection): Selection {
  const merged = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name]
    merged[name] =
      typeof known === 'object' && typeof value === 'object'
        ? { of: known.of, select: merge(known.select, value.select) }
        : value
  }
  return merged
}
