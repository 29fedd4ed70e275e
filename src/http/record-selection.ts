import type { Selection } from '../db/read/compiled-selection.js'
import type { ModelName } from '../db/read/model.js'
import type { FieldType } from './field-type.js'

/** What to read of a record. `Row` is its type at compile time; no value of it is stored here. */
export interface RecordSelection<Row = unknown> {
  readonly row?: Row
  readonly model: ModelName
  readonly select: Selection
  /** The relations to many in it and in the records nested in it. */
  readonly lists: readonly ListSelection[]
}

/** A relation to many: of the record that `path` leads to by relations to one; an empty path is the record itself. */
export interface ListSelection {
  readonly path: readonly string[]
  readonly model: ModelName
  readonly relation: string
  readonly item: RecordSelection
}

/** What to read for the fields of a record, each with its type and the name in the model that it is read from. */
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
