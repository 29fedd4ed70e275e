import type { Sql } from '../dispatch/dispatch.js'
import type { ModelName } from './model.js'
import type { Position } from './order.js'
import { type Condition, type PageRequest, writeCount, writePage } from './page.js'
import type { CompiledSelection } from './compiled-selection.js'
import { Statement } from './statement.js'

/*
 * The read engine. One call is one statement; concurrent calls for the same page share one (`coalescedQuery`).
 *
 * A nested query is answered level by level. A level is a page of records: of a company (`readPage`) or of each of
 * many parents at once (`readPages`). Its statement has two parts.
 *
 *   select page.name, j1.level, …                      projection: the shape's select list
 *   from unnest($2::int[]) parent (id)                 one row a parent, if there are parents
 *   cross join lateral (
 *     select t.id, t.name, t.risk_id, … from site t    page: filtered, ordered and cut, on its own table alone
 *     where … order by … limit …
 *   ) page
 *   left join risk j1 on …                             the relations to one record, folded in
 *
 * The page comes first and the projection after, because PostgreSQL evaluates a select list for rows that an OFFSET
 * then throws away, and because joins and counts are only wanted for the twenty rows that remain. What a record looks
 * like (the shape) depends on the selection alone and is compiled once; what is on a page depends on arguments and is
 * written anew each time, which costs microseconds. The same arguments give the same text, so the text is prepared.
 *
 * No promise, object or statement is spent on a relation to one record: its columns come along and `hydrate` nests
 * them. A relation to many is not followed here: a face loads the next level with `readPages`, for all parents of a
 * level together. A query therefore costs one statement for each relation to many, however wide it is.
 *
 * The viewer's company is the first parameter of every statement and a condition on every table in it.
 */

export interface Row {
  readonly record: Record<string, unknown>
  /** Only where positions were asked for. */
  readonly position?: Position
  /** Only where it was asked for. */
  readonly total?: number
}

/** The children of some parents: the relation, and the parents' ids. */
export interface Parents {
  readonly model: ModelName
  readonly relation: string
  readonly ids: readonly number[]
}

export interface Reader {
  readonly db: Pick<Sql, 'coalescedQuery'>
  readonly companyId: number
}

/** Reads one page of a company's records. One statement. */
export async function readPage(
  reader: Reader,
  shape: CompiledSelection,
  page: PageRequest,
): Promise<Row[]> {
  const statement = new Statement(reader.companyId)
  const { text, toRow } = pageStatement(statement, shape, page)
  return (await reader.db.coalescedQuery(text, statement.values)).map(toRow)
}

/**
 * Reads one page of a company's records, and how many there are on all pages. One statement, or two where the page is
 * beyond the end. Good where all records have to be found to know the first, as in a search.
 */
export async function readPageOfAll(
  reader: Reader,
  shape: CompiledSelection,
  page: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await readPage(reader, shape, { ...page, total: true })
  const total =
    rows[0]?.total ?? (page.offset ? await readCount(reader, shape.model, page.where) : 0)
  return { rows, total }
}

/** Reads a page of each parent's children. One statement; a parent without children has no entry. */
export async function readPages(
  reader: Reader,
  shape: CompiledSelection,
  page: PageRequest,
  parents: Parents,
): Promise<Map<number, Row[]>> {
  const statement = new Statement(reader.companyId)
  const { text, toRow } = pageStatement(statement, shape, page, parents)
  const pages = new Map<number, Row[]>()
  for (const row of await reader.db.coalescedQuery(text, statement.values)) {
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
  where: readonly Condition[],
): Promise<number> {
  const statement = new Statement(companyId)
  const text = writeCount(statement, model, where)
  const [row] = await db.coalescedQuery(text, statement.values)
  return row?.[0] as number
}

/** Counts each parent's children. One statement. */
export async function readCounts(
  { db, companyId }: Reader,
  model: ModelName,
  where: readonly Condition[],
  parents: Parents,
): Promise<Map<number, number>> {
  const statement = new Statement(companyId)
  const ids = statement.parameter(parents.ids, 'int[]')
  const count = writeCount(statement, model, where, { ...parents, id: 'parent.id' })
  const text = `select parent.id, (${count}) from unnest(${ids}) parent (id)`
  return new Map((await db.coalescedQuery(text, statement.values)) as [number, number][])
}

/** Writes the statement of a page. With parents, the parent's id is the last column. */
function pageStatement(
  statement: Statement,
  shape: CompiledSelection,
  request: PageRequest,
  parents?: Parents,
) {
  const ids = parents && statement.parameter(parents.ids, 'int[]')
  const parent = parents && { ...parents, id: 'parent.id' }
  const page = writePage(statement, shape.model, shape.pageColumns, request, parent)

  const columns = [...shape.columns]
  const keysAt = columns.length
  if (request.positions) columns.push(...page.keys.map((key) => `${key}::text`))
  const totalAt = columns.length
  if (request.total) columns.push('page.total')
  if (ids) columns.push('parent.id')
  const source = ids ? `unnest(${ids}) parent (id) cross join lateral ${page.sql}` : page.sql
  const order = ids ? `parent.id, ${page.order}` : page.order
  const text = `select ${columns.join(', ')} from ${source} ${shape.joins} order by ${order}`

  const toRow = (row: readonly unknown[]): Row => {
    const record = shape.hydrate(row)
    if (request.total) return { record, total: row[totalAt] as number }
    if (!request.positions) return { record }
    const values = row.slice(keysAt, keysAt + page.keys.length) as (string | null)[]
    return { record, position: { values, id: row[shape.idIndex] as number } }
  }
  return { text, toRow }
}
