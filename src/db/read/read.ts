import type { Pool } from 'pg'
import type { Scope } from './derived.js'
import { type Model, modelOf, type ModelName, type Relation, stepsOf } from './model.js'
import { beyond, orderBy, type OrderKey, type Position } from './order.js'
import { scopeOf, type Shape, tenantCondition } from './shape.js'
import { run, Statement } from './statement.js'

/*
 * The read engine: every face reads through it, and one call is one statement.
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

/** What a condition may use besides the record's columns. */
export interface ConditionScope extends Scope {
  readonly parameter: (value: unknown, type: string) => string
}

/** A condition on a record, as SQL. */
export type Condition = (scope: ConditionScope) => string

/** Which records, in which order, and how many. */
export interface PageRequest {
  readonly where: readonly Condition[]
  readonly order: readonly OrderKey[]
  readonly limit: number
  readonly offset?: number
  /** Walk from the end: the last records come first. */
  readonly backward?: boolean
  /** Begin after this place in the order, or before it where walked backward. */
  readonly from?: Position
  /** Removed records are passed over unless they are asked for. */
  readonly removed?: boolean
  /** Whether positions are wanted. */
  readonly positions?: boolean
}

export interface Row {
  readonly record: Record<string, unknown>
  /** Only where positions were asked for. */
  readonly position?: Position
}

/** The children of some parents: the relation, and the parents' ids. */
export interface Parents {
  readonly model: ModelName
  readonly relation: string
  readonly ids: readonly number[]
}

export interface Reader {
  readonly pool: Pool
  readonly companyId: number
}

/** Reads one page of a company's records. One statement. */
export async function readPage(reader: Reader, shape: Shape, page: PageRequest): Promise<Row[]> {
  const statement = new Statement(reader.companyId)
  const { text, toRow } = pageStatement(statement, shape, page)
  return (await run(reader.pool, text, statement.values)).map(toRow)
}

/** Reads a page of each parent's children. One statement; a parent without children has no entry. */
export async function readPages(
  reader: Reader,
  shape: Shape,
  page: PageRequest,
  parents: Parents,
): Promise<Map<number, Row[]>> {
  const statement = new Statement(reader.companyId)
  const { text, toRow } = pageStatement(statement, shape, page, parents)
  const pages = new Map<number, Row[]>()
  for (const row of await run(reader.pool, text, statement.values)) {
    const parentId = row[row.length - 1] as number
    const rows = pages.get(parentId)
    if (rows) rows.push(toRow(row))
    else pages.set(parentId, [toRow(row)])
  }
  return pages
}

/** Counts a company's records. One statement. */
export async function readCount(
  reader: Reader,
  model: ModelName,
  where: readonly Condition[],
): Promise<number> {
  const statement = new Statement(reader.companyId)
  const { table, conditions } = filtered(statement, model, where)
  const text = `select count(*)::int from ${table} t where ${conditions.join(' and ')}`
  const [row] = await run(reader.pool, text, statement.values)
  return row?.[0] as number
}

/** Counts each parent's children. One statement. */
export async function readCounts(
  reader: Reader,
  model: ModelName,
  where: readonly Condition[],
  parents: Parents,
): Promise<Map<number, number>> {
  const statement = new Statement(reader.companyId)
  const ids = statement.parameter(parents.ids, 'int[]')
  const { table, conditions } = filtered(statement, model, where, parents)
  const count = `select count(*)::int from ${table} t where ${conditions.join(' and ')}`
  const text = `select parent.id, (${count}) from unnest(${ids}) parent (id)`
  return new Map((await run(reader.pool, text, statement.values)) as [number, number][])
}

/** The model's table under the alias `t`, and the conditions for the viewer's records. */
function filtered(
  statement: Statement,
  model: ModelName,
  where: readonly Condition[],
  parents?: Parents,
  removed = false,
) {
  const here = modelOf(model)
  const parameter = (value: unknown, type: string) => statement.parameter(value, type)
  const scope: ConditionScope = { ...scopeOf(here, 't', statement.company), parameter }
  const conditions = [tenantCondition(here, 't', statement.company)]
  if (!removed && 'deletedAt' in here.columns)
    conditions.push(`${scope.column('deletedAt')} is null`)
  if (parents) conditions.push(childCondition(here, parents, statement.company))
  conditions.push(...where.map((condition) => condition(scope)))
  return { table: here.table, scope, conditions }
}

/** The condition that a record `t` is a child of the row `parent`: directly, or over a table between them. */
function childCondition(child: Model, { model, relation }: Parents, company: string): string {
  const [first, second] = stepsOf(model, relation) ?? []
  if (!first) throw new Error(`expected a relation of ${model}, got ${relation}`)
  if (!second) return `${scopeOf(child, 't', company).column(first.other)} = parent.id`
  return `${scopeOf(child, 't', company).column(second.other)} in (${between(first, second, company)})`
}

function between(first: Relation, second: Relation, company: string): string {
  const middle = modelOf(first.model)
  const { column } = scopeOf(middle, 'm', company)
  const live = 'deletedAt' in middle.columns ? ` and ${column('deletedAt')} is null` : ''
  return `select ${column(second.own)} from ${middle.table} m
    where ${tenantCondition(middle, 'm', company)} and ${column(first.other)} = parent.id${live}`
}

/** Writes the statement of a page. With parents, the parent's id is the last column. */
function pageStatement(
  statement: Statement,
  shape: Shape,
  request: PageRequest,
  parents?: Parents,
) {
  const { where, order, limit, offset = 0, backward = false, from, positions = false } = request
  const ids = parents && statement.parameter(parents.ids, 'int[]')
  const { table, scope, conditions } = filtered(
    statement,
    shape.model,
    where,
    parents,
    request.removed,
  )
  if (from) conditions.push(beyond(order, from, backward, scope, statement))

  const keys = order.map((key) => key.expression(scope))
  const pageColumns = [
    ...shape.pageColumns.map((column) => `t.${column}`),
    ...keys.map((sql, index) => `${sql} as key${index}`),
  ]
  const cut = [`limit ${statement.parameter(limit, 'int')}`]
  if (offset > 0) cut.push(`offset ${statement.parameter(offset, 'int')}`)
  const page = `(
    select ${pageColumns.join(', ')} from ${table} t
    where ${conditions.join(' and ')}
    order by ${orderBy([...keys, 't.id'], order, backward)} ${cut.join(' ')}
  ) page`

  const pageKeys = order.map((_, index) => `page.key${index}`)
  const columns = [...shape.columns]
  const keysAt = columns.length
  if (positions) columns.push(...pageKeys.map((key) => `${key}::text`))
  if (ids) columns.push('parent.id')
  const source = ids ? `unnest(${ids}) parent (id) cross join lateral ${page}` : page
  const last = `${ids ? 'parent.id, ' : ''}${orderBy([...pageKeys, 'page.id'], order, backward)}`
  const text = `select ${columns.join(', ')} from ${source} ${shape.joins} order by ${last}`

  const toRow = (row: readonly unknown[]): Row => {
    const record = shape.hydrate(row)
    if (!positions) return { record }
    const values = row.slice(keysAt, keysAt + order.length) as (string | null)[]
    return { record, position: { values, id: row[shape.idIndex] as number } }
  }
  return { text, toRow }
}
