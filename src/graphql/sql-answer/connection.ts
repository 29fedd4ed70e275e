import { isObjectType, getNamedType } from 'graphql'
import type { ModelName } from '../../db/read/model.js'
import { orderBy } from '../../db/read/order.js'
import { type Parent, pageSql } from '../../db/read/page.js'
import { cursorExpression } from '../operation/cursor.js'
import { withOneMore } from '../operation/page.js'
import type { SelectedField } from '../operation/selection.js'
import { countJson } from './count.js'
import { concatSql, type JsonFragment, NeedsResolvers, type SqlContext } from './json.js'
import { numberedPage, pageInfoJson } from './page-info.js'
import { fieldsJson, Records } from './record.js'
import type { Level, Read, Reference } from './shared-read.js'

/** The JSON of a connection of a parent's records. */
export const connectionJson = (level: Level, field: SelectedField, parent: Parent) => [
  level.use(connectionRead(level, field, parent)),
]

/** The read of a connection: of the company's records, or of a parent's. */
export function connectionRead(level: Level, field: SelectedField, parent?: Parent): Reference {
  const make = () => new ConnectionRead(level, field, parent)
  const key = `${parent?.id ?? ''} ${field.name}(${field.argumentsKey()})`
  const { index, read } = level.share(key, make)
  return { index, output: read.add(field) }
}

/**
 * Reads a page once, for all that fields ask of it: its records, their cursors, and `pageInfo`. Each is an aggregate over
 * the page's rows. Of fields with the same arguments, each is one output.
 */
class ConnectionRead implements Read {
  readonly namesOthers = true
  private readonly model: ModelName
  private readonly records: Records
  private readonly texts: JsonFragment[][] = []
  /** Whether `hasNextPage` or `hasPreviousPage` needs one record more than the page has. */
  private needsOneMore = false
  /** Whether the cursors of the first or the last record are selected. */
  private needsNumbers = false
  private needsRows = false
  /** Whether some text is certainly an aggregate, so that the query is one row. */
  private isAggregated = false

  constructor(
    private readonly level: Level,
    private readonly field: SelectedField,
    private readonly parent: Parent | undefined,
  ) {
    const node = getNamedType(field.objectType?.getFields()['nodes']?.type)
    if (!isObjectType(node)) throw new NeedsResolvers()
    this.model = node.name as ModelName
    this.records = new Records(this.model, level.size)
  }

  /** Several rows may lead to one parent: PostgreSQL's Memoize node reads its page once, but only in a join. */
  get isJoined(): boolean {
    return this.parent !== undefined && this.parent.id !== 'page.id'
  }

  get outputs(): number {
    return this.texts.length
  }

  /** Adds the output of a field, and returns its number. */
  add(field: SelectedField): number {
    const { objectType } = field
    if (!objectType) throw new NeedsResolvers()
    return this.texts.push(fieldsJson(objectType, field.fields, (part) => this.partJson(part))) - 1
  }

  private get count(): readonly JsonFragment[] {
    const { level, field, model, parent } = this
    return [countJson(level, field, model, parent)]
  }

  private partJson(part: SelectedField): readonly JsonFragment[] {
    if (part.name === 'totalCount') return this.count
    const { objectType } = part
    if (!objectType) throw new NeedsResolvers()
    if (part.name === 'pageInfo') {
      return fieldsJson(objectType, part.fields, ({ name }) => this.pageInfoJson(name))
    }
    this.needRows()
    if (part.name === 'nodes') return this.listJson(this.records.json(objectType, part.fields))
    if (part.name !== 'edges') throw new NeedsResolvers()
    const edge = fieldsJson(objectType, part.fields, ({ name, objectType: node, fields }) => {
      if (name === 'cursor') return ['"', ({ cursor = '' }) => cursor, '"']
      if (!node) throw new NeedsResolvers()
      return this.records.json(node, fields)
    })
    return this.listJson(edge)
  }

  private needRows(): void {
    if (!this.needsRows) this.level.size.addList()
    this.needsRows = true
  }

  private listJson(item: readonly JsonFragment[]): JsonFragment[] {
    this.isAggregated = true
    const list = (context: SqlContext) => {
      const { request } = context.request.page(this.field)
      const sorted = orderBy([...keysOf(request.order), 'page.id'], request.order, false)
      return `string_agg(${concatSql(item, context)}, ',' order by ${sorted})${this.onPage(context)}`
    }
    return ['[', list, ']']
  }

  private pageInfoJson(name: string): readonly JsonFragment[] {
    const needs = (one: 'needsOneMore' | 'needsNumbers') => {
      this.needRows()
      this[one] = true
      if (one === 'needsNumbers') this.isAggregated = true
    }
    return pageInfoJson(name, (context) => context.request.page(this.field), needs)
  }

  /** Leaves out the record that was read only to know whether there is another page. */
  private onPage(context: SqlContext): string {
    return this.needsOneMore
      ? ` filter (where page.row_place <= ${context.request.page(this.field).size})`
      : ''
  }

  write(context: SqlContext): string {
    const page = context.request.page(this.field)
    const { order } = page
    const request = this.needsOneMore ? withOneMore(page) : page.request
    const cursor = cursorExpression(order, keysOf(request.order), 'page.id')
    const texts = this.texts.map((text) => concatSql(text, { ...context, cursor }))
    const values = texts.length === 1 ? (texts[0] ?? '') : `array[${texts.join(', ')}]`
    if (!this.needsRows) return `(select ${values})`
    const { columns } = this.records
    const { sql, order: walk } = pageSql(
      context.statement,
      this.model,
      columns,
      request,
      this.parent,
    )
    const rows = this.needsOneMore || this.needsNumbers ? numberedPage(sql, walk) : sql
    // Without an aggregate function, as for `hasPreviousPage` alone, `having` makes the query an aggregate of one row.
    const having = this.isAggregated ? '' : ' having true'
    return `(select ${values} from ${this.records.from(rows, context)}${having})`
  }
}

const keysOf = (order: readonly unknown[]) => order.map((_, index) => `page.key${index}`)
