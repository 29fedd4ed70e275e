import DataLoader from 'dataloader'
import { validate as isUuid } from 'uuid'
import type { GraphQLResolveInfo } from 'graphql'
import { type ModelName, stepsOf } from '../../db/read/model.js'
import type { Condition } from '../../db/read/page.js'
import { type Reader, readCount, readCounts, readPage, readPages } from '../../db/read/read.js'
import type { Shape } from '../../db/read/shape.js'
import { listingOf } from '../../domain/listing/listings.js'
import { type Context, sessionOf } from '../context.js'
import { type Connection, toConnection } from './connection.js'
import { askedPage, type PageArguments } from './page.js'
import { connectionPlan, type ConnectionPlan, recordShape } from './plan.js'

/** Reads as the asking user. */
export const readerOf = (context: Context): Reader => ({
  db: context.db,
  companyId: sessionOf(context).viewer.companyId,
})

/** Resolves a connection of all of the company's records of a model. One statement, and one for the total. */
export async function companyConnection(
  model: ModelName,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection> {
  const plan = connectionPlan(model, info)
  const asked = askedPage(listingOf(model), plan, args)
  const reader = readerOf(context)
  const [rows, total] = await Promise.all([
    plan.rows ? readPage(reader, plan.shape, asked.request) : [],
    plan.totalCount ? readCount(reader, model, asked.where) : undefined,
  ])
  return toConnection(plan, asked, rows, total)
}

/** A record as the read engine made it: plain properties, the integer id among them wherever an edge hangs. */
interface Parent {
  readonly databaseId: number
}

/**
 * Resolves a connection of one record to many, the same field of all its siblings together: one statement for the
 * whole level, and one for the totals. Which edge it is, the executor says.
 */
export function edge(
  parent: object,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const from = info.parentType.name as ModelName
  const model = stepsOf(from, info.fieldName)?.at(-1)?.model
  if (!model) throw new Error(`expected an edge, got ${from}.${info.fieldName}`)
  const plan = connectionPlan(model, info)
  let loader = context.loaders.get(plan)
  if (!loader) {
    // A plan belongs to field nodes, and within a request these have one set of arguments.
    loader = edgeLoader(context, from, info.fieldName, model, plan, args)
    context.loaders.set(plan, loader)
  }
  return loader.load((parent as Parent).databaseId)
}

function edgeLoader(
  context: Context,
  from: ModelName,
  relation: string,
  model: ModelName,
  plan: ConnectionPlan,
  args: PageArguments,
): DataLoader<number, unknown> {
  const asked = askedPage(listingOf(model), plan, args)
  const reader = readerOf(context)
  return new DataLoader(async (ids) => {
    const parents = { model: from, relation, ids }
    const [pages, totals] = await Promise.all([
      plan.rows ? readPages(reader, plan.shape, asked.request, parents) : undefined,
      plan.totalCount ? readCounts(reader, model, asked.where, parents) : undefined,
    ])
    return ids.map((id) => toConnection(plan, asked, pages?.get(id) ?? [], totals?.get(id)))
  })
}

/** Reads the one record that satisfies a condition; null where the company has none. One statement. */
export async function readRecord(
  shape: Shape,
  condition: Condition,
  context: Context,
  { removed = false } = {},
): Promise<Record<string, unknown> | null> {
  const page = { where: [condition], order: [], limit: 1, removed }
  const [row] = await readPage(readerOf(context), shape, page)
  return row?.record ?? null
}

/** The condition that a record has this UUID. A malformed one is nobody's. */
export const hasUuid =
  (id: string): Condition =>
  ({ column, parameter }) =>
    isUuid(id) ? `${column('uuid')} = ${parameter(id, 'uuid')}` : 'false'

/** Resolves a query for one record of a model; null where the company has none. One statement. */
export const record = (
  model: ModelName,
  condition: Condition,
  context: Context,
  info: GraphQLResolveInfo,
) => readRecord(recordShape(model, info), condition, context)

/** The condition that a record has this integer id. */
export const hasId =
  (id: number): Condition =>
  ({ column, parameter }) =>
    `${column('id')} = ${parameter(id, 'int')}`

/** Reads the present records of a model with some integer ids, by id. One statement. */
export async function readRecords(
  shape: Shape,
  ids: readonly number[],
  context: Context,
): Promise<Map<number, object>> {
  const condition: Condition = ({ column, parameter }) =>
    `${column('id')} = any(${parameter(ids, 'int[]')})`
  const page = { where: [condition], order: [], limit: ids.length, positions: true }
  const rows = await readPage(readerOf(context), shape, page)
  return new Map(rows.map(({ record, position }) => [position?.id ?? 0, record]))
}
