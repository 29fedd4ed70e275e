import { type CompiledSelection, compileSelection } from '../db/read/compiled-selection.js'
import { MAX_INT32 } from '../db/read/statement.js'
import type { Condition, Removed } from '../db/read/filter.js'
import {
  readCount,
  readPage,
  readPageOfAll,
  readPages,
  type Reader,
  type Row as EngineRow,
} from '../db/read/read.js'
import type { ListSelection, RecordSelection } from './record-selection.js'

/** The part of a `Domain` that reading needs. */
export interface Source {
  readonly db: Reader['db']
  readonly viewer: { readonly companyId: number }
}

export interface Page {
  readonly where: readonly Condition[]
  readonly limit: number
  readonly offset: number
  /** Whether `where` contains a text search. */
  readonly isSearch?: boolean
  /** Whether to include removed (soft-deleted) records, or to read only them. If undefined, they are left out. */
  readonly removed?: Removed
}

export const ALL: Page = { where: [], limit: MAX_INT32, offset: 0 }

/** A page of records in the order of their ids, each with its lists. One statement, and one for each list. */
export async function readRows<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  page: Page,
): Promise<Row[]> {
  const rows = await readPage(readerOf(source), compiled(selection), { ...page, order: [] })
  return withLists(source, selection, rows)
}

/**
 * Like `readRows`, with the number of records on all pages. For a search, one statement reads both: PostgreSQL must
 * find all matches to know the first ones. Otherwise two statements are sent together.
 */
export async function readRowsAndTotal<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const reader = readerOf(source)
  if (page.isSearch) {
    const found = await readPageOfAll(reader, compiled(selection), { ...page, order: [] })
    return { rows: await withLists(source, selection, found.rows), total: found.total }
  }
  const [rows, total] = await Promise.all([
    readRows(source, selection, page),
    readCount(reader, selection.model, page),
  ])
  return { rows, total }
}

type Values = Record<string, unknown>

async function withLists<Row>(
  source: Source,
  { lists }: RecordSelection<Row>,
  rows: readonly EngineRow[],
): Promise<Row[]> {
  const records = rows.map(({ record }) => record)
  await Promise.all(lists.map((list) => readList(source, list, records)))
  return records as Row[]
}

/** Reads one relation to many of all records, and sets it as a property of each parent. One statement. */
async function readList(
  source: Source,
  { path, model, relation, item }: ListSelection,
  records: readonly Values[],
): Promise<void> {
  const parents = records.flatMap((record) => {
    const parent = path.reduce<unknown>((at, name) => (at as Values | null)?.[name], record)
    return (parent as (Values & { id: number }) | null) ?? []
  })
  if (parents.length === 0) return
  const parentsRead = { model, relation, ids: [...new Set(parents.map(({ id }) => id))] }
  const request = { ...ALL, order: [] }
  const children = await readPages(readerOf(source), compiled(item), request, parentsRead)
  await withLists(source, item, [...children.values()].flat())
  for (const parent of parents) {
    const rows = children.get(parent.id) ?? []
    parent[relation] = rows.map(({ record }) => Object.assign(record, { parent }))
  }
}

const readerOf = ({ db, viewer }: Source): Reader => ({ db, companyId: viewer.companyId })

const compiledSelections = new WeakMap<RecordSelection, CompiledSelection>()

/** Compiles a selection at its first use. Adds `deletedAt`, which is set if a record was removed. */
function compiled(record: RecordSelection): CompiledSelection {
  let selection = compiledSelections.get(record)
  if (!selection) {
    selection = compileSelection(record.model, { ...record.select, deletedAt: 'deletedAt' })
    compiledSelections.set(record, selection)
  }
  return selection
}
