import DataLoader from 'dataloader'
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql'
import { type ModelName, relationPath } from '../../db/read/model.js'
import type { Condition } from '../../db/read/page.js'
import { type Reader, readCount, readCounts, readPage, readPages } from '../../db/read/read.js'
import type { CompiledSelection } from '../../db/read/compiled-selection.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { type Context, requestOf, sessionOf } from '../context.js'
import { type PageSpec, withOneMore } from '../operation/page.js'
import type { SelectedField } from '../operation/selection.js'
import { type Connection, toConnection } from './connection.js'
import {
  type ConnectionSelection,
  compileConnection,
  compileRecord,
  compileRecordOfType,
} from './compile-selections.js'

/** Reads as the signed-in user. */
export const readerOf = (context: Context): Reader => ({
  db: context.db,
  companyId: sessionOf(context).viewer.companyId,
})

/** A record as the read engine returns it: plain properties, with the integer id if a connection hangs on it. */
export interface ParentRecord {
  readonly databaseId: number
}

/** Reads what one resolver call needs: what is selected and which page, from the prepared request. */
export class GraphReader {
  readonly field: SelectedField

  constructor(
    private readonly context: Context,
    info: GraphQLResolveInfo,
  ) {
    this.field = requestOf(context).fieldAt(info)
  }

  get viewer(): Viewer {
    return sessionOf(this.context).viewer
  }

  get reader(): Reader {
    return readerOf(this.context)
  }

  /** A connection of all of the company's records of a model. One statement, and one for the total. */
  async connection(model: ModelName): Promise<Connection> {
    const shape = this.field.derive(compileConnection)
    const page = requestOf(this.context).page(this.field)
    const [rows, total] = await Promise.all([
      shape.rows ? readPage(this.reader, shape.shape, pageToRead(page, shape)) : [],
      shape.totalCount ? readCount(this.reader, model, page.request.where) : undefined,
    ])
    return toConnection(shape, page, rows, total)
  }

  /**
   * A connection of one record to many. A DataLoader reads it for all parents of the level together: one statement, and
   * one for the totals.
   */
  children(parent: object): Promise<unknown> {
    const { loaders } = this.context
    let loader = loaders.get(this.field)
    if (!loader) loaders.set(this.field, (loader = this.childLoader()))
    return loader.load((parent as ParentRecord).databaseId)
  }

  private childLoader(): DataLoader<number, unknown> {
    const { name: relation, parentType } = this.field
    const from = parentType.name as ModelName
    const model = relationPath(from, relation)?.at(-1)?.model
    if (!model) throw new Error(`expected a relation to many, got ${from}.${relation}`)
    const shape = this.field.derive(compileConnection)
    const page = requestOf(this.context).page(this.field)
    return new DataLoader(async (ids) => {
      const parents = { model: from, relation, ids }
      const [pages, totals] = await Promise.all([
        shape.rows
          ? readPages(this.reader, shape.shape, pageToRead(page, shape), parents)
          : undefined,
        shape.totalCount ? readCounts(this.reader, model, page.request.where, parents) : undefined,
      ])
      return ids.map((id) => toConnection(shape, page, pages?.get(id) ?? [], totals?.get(id)))
    })
  }

  /** The one record that satisfies a condition; null if the company has none. One statement. */
  record(condition: Condition): Promise<Record<string, unknown> | null> {
    return readRecord(this.reader, this.field.derive(compileRecord), condition)
  }

  /** The present records of a type with some integer ids, by id. One statement. */
  async records(type: GraphQLObjectType, ids: readonly number[]): Promise<Map<number, object>> {
    const shape = this.field.derive(({ selection }) => compileRecordOfType(type, [selection]), type)
    const condition: Condition = ({ column, parameter }) =>
      `${column('id')} = any(${parameter(ids, 'int[]')})`
    const page = { where: [condition], order: [], limit: ids.length, positions: true }
    const rows = await readPage(this.reader, shape, page)
    return new Map(rows.map(({ record, position }) => [position?.id ?? 0, record]))
  }
}

const pageToRead = (page: PageSpec, { edges, pageInfo }: ConnectionSelection) => ({
  ...(pageInfo ? withOneMore(page) : page.request),
  positions: edges || pageInfo,
})

/** The one record that satisfies a condition; null if the company has none. One statement. */
export async function readRecord(
  reader: Reader,
  shape: CompiledSelection,
  condition: Condition,
  { removed = false } = {},
): Promise<Record<string, unknown> | null> {
  const page = { where: [condition], order: [], limit: 1, removed }
  const [row] = await readPage(reader, shape, page)
  return row?.record ?? null
}
