import DataLoader from 'dataloader'
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql'
import type { ModelName } from '../../db/read/model.js'
import type { Condition } from '../../db/read/filter.js'
import { readFigures } from '../../db/read/figures.js'
import type { PageRequest } from '../../db/read/page.js'
import { type Reader, readCount, readCounts, readPage, readPages } from '../../db/read/read.js'
import { readGroups, readGroupsOf } from '../../db/read/read-groups.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { type Context, requestOf, sessionOf } from '../context.js'
import { type PageSpec, withOneMore } from '../operation/page.js'
import type { SelectedField } from '../operation/selection.js'
import { toConnection } from './connection.js'
import { readRecord, readRecords } from './read-records.js'
import { knownTimezone, toStatistics } from './statistics.js'
import {
  type ConnectionSelection,
  compileConnection,
  compileGroups,
  compileRecord,
  compileRecords,
} from './compile-selections.js'

/** The parameters of the read engine: the company of the user, and the database; in a dry run, the open transaction. */
export const readerOf = (context: Context): Reader => ({
  db: context.dryRun?.db ?? context.db,
  companyId: sessionOf(context).viewer.companyId,
})

/** Reads what one resolver call returns. The prepared request has the selected fields and the page. */
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

  /** A connection of all of the company's records of a model. One statement, and one for `totalCount`. */
  async connection(model: ModelName) {
    const selected = this.field.derive(compileConnection)
    const page = requestOf(this.context).page(this.field)
    const [rows, total] = await Promise.all([
      selected.needsRows ? readPage(this.reader, selected.record, pageToRead(page, selected)) : [],
      selected.totalCount ? readCount(this.reader, model, page.request) : undefined,
    ])
    return toConnection(selected, page, rows, total)
  }

  /**
   * A connection under a record. `parent` has the record's integer id in `databaseId`. A DataLoader reads the
   * connection for all parents together: one statement, and one for `totalCount`.
   */
  children(parent: object): Promise<unknown> {
    return this.load(idOf(parent), async (ids) => {
      const { name: relation, parentType } = this.field
      const selected = this.field.derive(compileConnection)
      const page = requestOf(this.context).page(this.field)
      const parents = { model: parentType.name as ModelName, relation, ids }
      const [pages, totals] = await Promise.all([
        selected.needsRows
          ? readPages(this.reader, selected.record, pageToRead(page, selected), parents)
          : undefined,
        selected.totalCount
          ? readCounts(this.reader, selected.record.model, page.request, parents)
          : undefined,
      ])
      return ids.map((id) => toConnection(selected, page, pages?.get(id) ?? [], totals?.get(id)))
    })
  }

  /** Loads the value of this field for a key of its parent. A DataLoader reads it for all parents together. */
  load<Key, Value>(key: Key, read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    const loaders = this.context.loaders as Map<SelectedField, DataLoader<Key, Value>>
    let loader = loaders.get(this.field)
    if (!loader) loaders.set(this.field, (loader = new DataLoader(read)))
    return loader.load(key)
  }

  /** Statistics about the company's records. One statement. */
  async statistics() {
    const spec = requestOf(this.context).statistics(this.field)
    const selected = this.field.derive(compileGroups)
    return toStatistics(spec, await knownTimezone(readGroups(this.reader, selected, spec.request)))
  }

  /** Statistics under a record. `parent` has its integer id in `databaseId`. One statement for all parents. */
  childStatistics(parent: object): Promise<unknown> {
    return this.load(idOf(parent), async (ids) => {
      const spec = requestOf(this.context).statistics(this.field)
      const parents = { model: this.field.parentType.name as ModelName, ids }
      const selected = this.field.derive(compileGroups)
      const pages = await knownTimezone(readGroupsOf(this.reader, selected, spec.request, parents))
      return pages.map((page) => toStatistics(spec, page))
    })
  }

  /** Figures of a record. `parent` has its integer id in `databaseId`. One statement for all parents. */
  childFigures(parent: object): Promise<unknown> {
    return this.load(idOf(parent), (ids) => {
      const { name, parentType } = this.field
      const { request } = requestOf(this.context).figures(this.field)
      return readFigures(this.reader, { model: parentType.name as ModelName, name, ids }, request)
    })
  }

  /** The one record that satisfies a condition; null if the company has none. One statement. */
  record(condition: Condition): Promise<Record<string, unknown> | null> {
    return readRecord(this.reader, this.field.derive(compileRecord), condition)
  }

  /** The records of a type with these integer ids, by id. One statement. */
  records(type: GraphQLObjectType, ids: readonly number[], options: Pick<PageRequest, 'removed'>) {
    const selected = this.field.derive((field) => compileRecords(type, [field]), type)
    return readRecords(this.reader, selected, ids, options)
  }
}

const idOf = (parent: object) => (parent as { readonly databaseId: number }).databaseId

const pageToRead = (page: PageSpec, { edges, pageInfo }: ConnectionSelection) => ({
  ...(pageInfo ? withOneMore(page) : page.request),
  positions: edges || pageInfo,
})
