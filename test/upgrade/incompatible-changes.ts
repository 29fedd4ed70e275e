import type { SchemaSnapshot } from './schema-snapshot.js'

/**
 * What an instance that knows only the schema `before` may fail at, or wait for, when the schema becomes `after`: a missing
 * column that it reads, a value that it does not write, a conflict target without an index, a table that is locked while
 * an index is built.
 */
export function findIncompatibleChanges(before: SchemaSnapshot, after: SchemaSnapshot): string[] {
  return [
    ...missing(before.tables, after.tables, 'drops table'),
    ...missing(before.columns, after.columns, 'drops column').filter(isOfTable(after)),
    ...missing(before.functions, after.functions, 'drops function'),
    ...missing(before.enumValues, after.enumValues, 'drops enum value'),
    ...rewrites(before, after),
    ...columnChanges(before, after),
    ...constraintChanges(before, after),
    ...indexChanges(before, after),
  ]
}

type Items = ReadonlyMap<string, unknown>

const missing = (before: Items, after: Items, change: string) =>
  [...before.keys()].filter((name) => !after.has(name)).map((name) => `${change} ${name}`)

const isOfTable =
  ({ tables }: SchemaSnapshot) =>
  (change: string) =>
    tables.has(change.split(/[ .]/)[2] ?? '')

function* rewrites(before: SchemaSnapshot, after: SchemaSnapshot) {
  for (const [name, { file }] of before.tables) {
    const table = after.tables.get(name)
    if (table && table.file !== file) yield `rewrites table ${name}`
  }
}

function* columnChanges(before: SchemaSnapshot, after: SchemaSnapshot) {
  for (const [name, { type, required, hasDefault }] of after.columns) {
    const [table = ''] = name.split('.')
    if (!before.tables.has(table)) continue
    const old = before.columns.get(name)
    if (old && old.type !== type) yield `changes type of ${name}`
    if (old?.hasDefault && !hasDefault) yield `drops default of ${name}`
    if (required && (old ? !old.required : !hasDefault)) yield `requires ${name}`
  }
}

function* constraintChanges(before: SchemaSnapshot, after: SchemaSnapshot) {
  for (const [name, { table, definition }] of after.constraints) {
    if (!before.tables.has(table)) continue
    if (before.constraints.get(name)?.definition !== definition) yield `adds constraint ${name}`
  }
}

function* indexChanges(before: SchemaSnapshot, after: SchemaSnapshot) {
  const files = new Set([...before.indexes.values()].map(({ file }) => file))
  const uniqueBefore = uniqueKeys(before)
  const uniqueAfter = uniqueKeys(after)
  for (const [name, { table, file, unique, of }] of after.indexes) {
    if (!before.tables.has(table)) continue
    const isRewritten = before.tables.get(table)?.file !== after.tables.get(table)?.file
    if (!files.has(file) && !isRewritten) yield `builds index ${name}`
    if (unique && !uniqueBefore.has(`${table} ${of}`)) yield `adds unique index ${name}`
  }
  for (const [name, { table, unique, of }] of before.indexes) {
    if (unique && after.tables.has(table) && !uniqueAfter.has(`${table} ${of}`)) {
      yield `drops unique index ${name}`
    }
  }
}

const uniqueKeys = ({ indexes }: SchemaSnapshot) =>
  new Set(
    [...indexes.values()].filter(({ unique }) => unique).map(({ table, of }) => `${table} ${of}`),
  )
