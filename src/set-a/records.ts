import type { ModelName } from '../db/read/model.js'
import type { Condition } from '../db/read/page.js'
import {
  type Parents,
  readCount,
  readPage,
  readPageOfAll,
  readPages,
  type Reader,
} from '../db/read/read.js'
import {
  compileSelection,
  type Selection,
  type CompiledSelection,
} from '../db/read/compiled-selection.js'
import type { Domain } from '../domain/domain.js'

const ALL = 2_147_483_647

/** The records of a model as one operation reads them. Each call is one statement. */
export class Records<Row> {
  private readonly shape: CompiledSelection

  constructor(
    readonly model: ModelName,
    selection: Selection,
  ) {
    this.shape = compileSelection(model, selection)
  }

  /** Those that satisfy all conditions, by id: all of them, or a page. */
  async list(
    domain: Domain,
    where: readonly Condition[] = [],
    { limit = ALL, offset = 0, removed = false } = {},
  ): Promise<Row[]> {
    const page = { where, order: [], limit, offset, removed }
    const rows = await readPage(readerOf(domain), this.shape, page)
    return rows.map(({ record }) => record as Row)
  }

  /** The one with an id, removed or not. */
  async find(domain: Domain, id: number): Promise<Row | undefined> {
    const [row] = await this.list(domain, [hasId(id)], { limit: 1, removed: true })
    return row
  }

  /** The one that was just written. */
  async written(domain: Domain, { id }: { readonly id: number }): Promise<Row> {
    const row = await this.find(domain, id)
    if (!row) throw new Error(`expected the ${this.model} that was written, got none`)
    return row
  }

  /** A page of those that satisfy all conditions, by id, and how many do. Two statements; one where they are searched. */
  async page(
    domain: Domain,
    where: readonly Condition[],
    { limit, offset, searched }: { limit: number; offset: number; searched: boolean },
  ): Promise<{ rows: Row[]; total: number }> {
    if (searched) {
      const page = { where, order: [], limit, offset }
      const { rows, total } = await readPageOfAll(readerOf(domain), this.shape, page)
      return { rows: rows.map(({ record }) => record as Row), total }
    }
    const [rows, total] = await Promise.all([
      this.list(domain, where, { limit, offset }),
      this.count(domain, where),
    ])
    return { rows, total }
  }

  private count(domain: Domain, where: readonly Condition[]): Promise<number> {
    return readCount(readerOf(domain), this.model, where)
  }

  /** All children of some parents, by the parent's id. */
  async childrenOf(domain: Domain, parents: Parents): Promise<(parentId: number) => Row[]> {
    const page = { where: [], order: [], limit: ALL }
    const pages = await readPages(readerOf(domain), this.shape, page, parents)
    return (id) => (pages.get(id) ?? []).map(({ record }) => record as Row)
  }
}

const readerOf = ({ db, viewer }: Domain): Reader => ({
  db,
  companyId: viewer.companyId,
})

const LARGEST_ID = 2_147_483_647

const hasId =
  (id: number): Condition =>
  ({ column, parameter }) =>
    id > LARGEST_ID ? 'false' : `${column('id')} = ${parameter(id, 'int')}`
