import type { Sql } from '../dispatch/dispatch.js'
import type { CompiledSelection } from './compiled-selection.js'
import type { ModelName, Parent } from './model.js'
import type { Position } from './order.js'
import { type CountRequest, countSql } from './filter.js'
import { type PageRequest, pageSql } from './page.js'
import { readRows, Statement } from './statement.js'

/*
 * The read engine. One call is one statement.
 *
 * A nested query is read level by level. A level is a page of a company's records (`readPage`), or one page for each of
 * many parents (`readPages`). Its statement has two parts:
 *
 *   select page.name, j1.level, …                      projection: the select list of the compiled selection
 *   from unnest($2::int[]) parent (id)                 one row for each parent, if there are parents
 *   cross join lateral (
 *     select t.id, t.name, t.risk_id, … from site t    page: filtered, ordered and limited on its own table alone
 *     where … order by … limit …
 *   ) page
 *   left join risk j1 on …                             the relations to one record
 *
 * The page is a subquery, so that PostgreSQL evaluates joins and derived fields only for the rows of the page, and not for rows
 * that OFFSET discards. A selection is compiled once per GraphQL document or REST record type; the SQL of the page is built for
 * each request. Values are parameters, so requests that differ only in values share a prepared statement.
 *
 * A relation to one record is joined, and `hydrate` nests its columns in the record. For a relation to many, the caller reads
 * the next level with `readPages`: one statement for all parents.
 *
 * The company is the first parameter of every statement, and every table in a statement has a condition on it.
 */

export interface Row {
  readonly record: Record<string, unknown>
  /** Set if the request has `positions`. */
  readonly position?: Position
  /** Set if the request has `total`. */
  readonly total?: number
}

/** The parents of the records: the parents' model, the model's relation to the records, and the parents' ids. */
export type Parents = Omit<Parent, 'id'> & { readonly ids: readonly number[] }

export interface Reader {
  readonly db: Pick<Sql, 'read' | 'prepare'>
  readonly companyId: number
}

/** Reads one page of a company's records. One statement. */
export async function readPage(
  reader: Reader,
  selection: CompiledSelection,
  page: PageRequest,
): Promise<Row[]> {
  const { text, values, toRow } = pageStatement(reader, selection, page)
  return (await readRows(reader.db, text, values)).map(toRow)
}

/**
 * Reads one page of a company's records, and counts the records on all pages. One statement, or two if the page is beyond the
 * last record. Use it for searches: PostgreSQL finds every match for the first page anyway, so the count costs little.
 */
export async function readPageOfAll(
  reader: Reader,
  selection: CompiledSelection,
  page: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await readPage(reader, selection, { ...page, total: true })
  const count = () => (page.offset ? readCount(reader, selection.model, page) : 0)
  return { rows, total: rows[0]?.total ?? (await count()) }
}

/** Reads one page of children for each parent. One statement; a parent without children has no entry. */
export async function readPages(
  reader: Reader,
  selection: CompiledSelection,
  page: PageRequest,
  parents: Parents,
): Promise<Map<number, Row[]>> {
  const { text, values, toRow } = pageStatement(reader, selection, page, parents)
  const pages = new Map<number, Row[]>()
  for (const row of await readRows(reader.db, text, values)) {
    const parentId = row[row.length - 1] as number
    const rows = pages.get(parentId)
    if (rows) rows.push(toRow(row))
    else pages.set(parentId, [toRow(row)])
  }
  return pages
}

/** Counts a company's records. One statement. */
export async function readCount(
  { db, companyId }: Reader,
  model: ModelName,
  request: CountRequest,
): Promise<number> {
  const statement = new Statement(companyId)
  const text = countSql(statement, model, request)
  const [row] = await readRows(db, text, statement.values)
  return row?.[0] as number
}

/** Counts the children of each parent. One statement. */
export async function readCounts(
  { db, companyId }: Reader,
  model: ModelName,
  request: CountRequest,
  parents: Parents,
): Promise<Map<number, number>> {
  const statement = new Statement(companyId)
  const ids = statement.parameter(parents.ids, 'int[]')
  const count = countSql(statement, model, request, { ...parents, id: 'parent.id' })
  const text = `select parent.id, (${count}) from unnest(${ids}) parent (id)`
  return new Map((await readRows(db, text, statement.values)) as [number, number][])
}

/** The statement of a page. If there are parents, its last column is the parent's id. */
function pageStatement(
  { companyId }: Reader,
  selection: CompiledSelection,
  request: PageRequest,
  parents?: Parents,
) {
  const statement = new Statement(companyId)
  const ids = parents && statement.parameter(parents.ids, 'int[]')
  const parent = parents && { ...parents, id: 'parent.id' }
  const page = pageSql(statement, selection.model, selection.pageColumns, request, parent)

  const columns = [...selection.columns]
  const keysAt = columns.length
  // Citus sends `order by` without the table's name: with the key's name, this column would be what the rows are sorted by.
  if (request.positions)
    columns.push(...page.keys.map((key, at) => `${key}::text as position${at}`))
  const totalAt = columns.length
  if (request.total) columns.push('page.total')
  if (ids) columns.push('parent.id')
  const source = ids ? `unnest(${ids}) parent (id) cross join lateral ${page.sql}` : page.sql
  const order = ids ? `parent.id, ${page.order}` : page.order
  const text = `select ${columns.join(', ')} from ${source} ${selection.joins} order by ${order}`

  const toRow = (row: readonly unknown[]): Row => {
    const record = selection.hydrate(row)
    if (request.total) return { record, total: row[totalAt] as number }
    if (!request.positions) return { record }
    const keys = row.slice(keysAt, keysAt + page.keys.length) as (string | null)[]
    return { record, position: { values: keys, id: row[selection.idIndex] as number } }
  }
  return { text, values: statement.values, toRow }
}
