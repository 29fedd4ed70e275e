import type { ModelName, Parent } from '../../db/read/model.js'
import { orderBy } from '../../db/read/order.js'
import { pageSql } from '../../db/read/page.js'
import { cursorExpression } from '../operation/cursor.js'
import { connectionModel } from '../operation/model-fields.js'
import { withOneMore } from '../operation/page.js'
import type { SelectedField } from '../operation/selection.js'
import { countRead } from './count.js'
import {
  concatSql,
  type JsonFragment,
  NeedsResolvers,
  objectJson,
  separateText,
  type SqlContext,
} from './json.js'
import { CURSOR, numberedPage, pageInfoJson } from './page-info.js'
import { Records } from './record.js'
import type { Level, Read, Reference } from './shared-read.js'

/** An output of a read, and the JSON text around it. The enclosing `concat` adds this text, to copy it only once. */
interface Output extends Reference {
  readonly before: string
  readonly after: string
}

/** Adds the subquery of a connection to the plan. It reads all of the company's records, or only those of `parent`. */
export function connectionRead(level: Level, field: SelectedField, parent?: Parent): Output {
  const make = () => new ConnectionRead(level, field, parent)
  const key = `${parent?.id ?? ''} ${field.name}(${field.argumentsKey()})`
  const { index, read } = level.share(key, make)
  return { index, ...read.add(field) }
}

/**
 * Reads a page once for all connection fields with the same arguments. Each field is one output: JSON built by
 * aggregates over the rows of the page.
 */
class ConnectionRead implements Read {
  readonly mayReferToOthers = true
  private readonly model: ModelName
  private readonly records: Records
  private readonly texts: (readonly JsonFragment[])[] = []
  /** Whether `hasNextPage` or `hasPreviousPage` needs one more record than the page has. */
  private needsOneMore = false
  /** Whether the cursor of the first or the last record is selected. */
  private needsNumbers = false
  private needsRows = false
  /** Whether at least one output always contains an aggregate function. Then the query returns exactly one row. */
  private isAggregated = false

  constructor(
    private readonly level: Level,
    private readonly field: SelectedField,
    private readonly parent: Parent | undefined,
  ) {
    const model = connectionModel(field.objectType)
    if (!model) throw new NeedsResolvers()
    this.model = model
    this.records = new Records(model, level.size)
  }

  /**
   * Several rows of the enclosing page may refer to the same parent record. If this is a join, not a subquery,
   * PostgreSQL's Memoize node reads the page of that parent only once.
   */
  get isJoined(): boolean {
    return this.parent !== undefined && this.parent.id !== 'page.id'
  }

  get outputs(): number {
    return this.texts.length
  }

  /** Adds the output of a field. */
  add(field: SelectedField): Omit<Output, 'index'> {
    const text = objectJson(field, (part) => this.partJson(part))
    // The values of root reads are complete JSON, because each may be a statement of its own.
    const whole = { before: '', inner: text, after: '' }
    const { inner, ...around } = this.level.isRoot ? whole : separateText(text)
    return { output: this.texts.push(inner) - 1, ...around }
  }

  private partJson(part: SelectedField): readonly JsonFragment[] {
    const { level, field, model, parent, records } = this
    if (part.name === 'totalCount') return [level.use(countRead(level, field, model, parent))]
    if (part.name === 'pageInfo') return objectJson(part, ({ name }) => this.pageInfoJson(name))
    this.needRows()
    if (part.name === 'nodes') return this.listJson(records.json(part))
    if (part.name !== 'edges') throw new NeedsResolvers()
    const edge = objectJson(part, (each) => (each.name === 'cursor' ? CURSOR : records.json(each)))
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

  /** Excludes the extra record, which is read only to see whether another page follows. */
  private onPage(context: SqlContext): string {
    return this.needsOneMore
      ? ` filter (where page.row_place <= ${context.request.page(this.field).size})`
      : ''
  }

  private values(context: SqlContext): string {
    const [[only = '', ...more] = []] = this.texts
    if (this.outputs > 1)
      return `array[${this.texts.map((text) => concatSql(text, context)).join()}]`
    if (typeof only === 'function' && more.length === 0) return only(context)
    return concatSql([only, ...more], context)
  }

  write(context: SqlContext): string {
    const page = context.request.page(this.field)
    const request = this.needsOneMore ? withOneMore(page) : page.request
    const cursor = cursorExpression(page.order, keysOf(request.order), 'page.id')
    const values = this.values({ ...context, cursor })
    if (!this.needsRows) return `(select ${values})`
    const { columns } = this.records
    const read = pageSql(context.statement, this.model, columns, request, this.parent)
    const rows = this.needsOneMore || this.needsNumbers ? numberedPage(read, columns) : read.sql
    // Without an aggregate function, as with `hasPreviousPage` alone, `having` makes this an aggregate query of one
    // row.
    const having = this.isAggregated ? '' : ' having true'
    return `(select ${values} from ${this.records.from(rows, context)}${having})`
  }
}

const keysOf = (order: readonly unknown[]) => order.map((_, index) => `page.key${index}`)
