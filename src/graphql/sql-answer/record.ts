import { getNullableType, type GraphQLOutputType, isListType, isNonNullType } from 'graphql'
import type { Choice } from '../../db/read/derived.js'
import type { ModelName, SourceName } from '../../db/read/model.js'
import { findRules } from '../../db/read/models.js'
import { type TableRef, Projection } from '../../db/read/projection.js'
import { sourceOf } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'
import { connectionRead } from './connection.js'
import { figuresRead } from './figures.js'
import {
  concatSql,
  type JsonFragment,
  NeedsResolvers,
  nullUnless,
  objectJson,
  type ObjectSelection,
  type SqlContext,
  type SqlFragment,
} from './json.js'
import { jsonValue } from './json-value.js'
import { auditedRecord } from './root-record.js'
import { scalarJson } from './scalar.js'
import { Level, type PlanSize } from './shared-read.js'
import { statisticsRead } from './statistics.js'

/*
 * `record.ts`, `connection.ts`, `root-record.ts` and `statistics.ts` import each other, because a query nests reads to any
 * depth: a record has lists and groups, and each of these has records.
 */

/** Generates the SQL of the records in one `from` clause: their columns, their joins, and their nested reads. */
export class Records<Name extends SourceName = ModelName> {
  readonly projection: Projection
  readonly level: Level

  constructor(
    readonly model: Name,
    size: PlanSize,
  ) {
    this.projection = new Projection(model)
    this.level = new Level(size)
  }

  /** The JSON of a record: the selected fields of a row of `page`. */
  json(selection: ObjectSelection): JsonFragment[] {
    return this.recordJson(this.projection.root, selection)
  }

  /** The columns that the page must have. The id is always one of them, because it is the last sort key. */
  get columns(): readonly string[] {
    this.projection.column(this.projection.root, 'id')
    return this.projection.pageColumns
  }

  /** The `from` clause: the page, the joins of to-one relations, and the lateral joins of shared reads. */
  from(page: string, context: SqlContext): string {
    const joins = this.level.joins(context).map((join) => ` cross join ${join}`)
    return `${page} ${this.projection.joins}${joins.join('')}`
  }

  private recordJson(table: TableRef, selection: ObjectSelection): JsonFragment[] {
    return objectJson(selection, (field) => this.fieldJson(table, field))
  }

  private fieldJson(table: TableRef, field: SelectedField): readonly JsonFragment[] {
    const { definition, objectType } = field
    const { model } = table
    if (!definition) throw new NeedsResolvers()
    const source = sourceOf(model, field.name, objectType)
    const { kind, field: name } = source
    if (kind === 'about') {
      const column = (each: string) => this.projection.column(table, each)
      const entry = { type: column(source.columns.model), uuid: column(source.columns.uuid) }
      return [auditedRecord(this.level.size, field, entry)]
    }
    if (kind === 'embedded') {
      const { columns } = source
      const object = objectJson(field, (part) =>
        this.valueJson(table, columns[part.name] ?? '', part),
      )
      if (isNonNullType(definition.type)) return object
      const [first = ''] = Object.values(columns)
      return nullUnless(this.projection.field(table, first) ?? 'null', object)
    }
    if (kind === 'figures') {
      return [this.level.use(figuresRead(this.level, field, this.projection, table))]
    }
    if (kind === 'statistics') {
      const parent = { model: model as ModelName, id: this.projection.column(table, 'id') }
      return [this.level.use(statisticsRead(this.level, field, parent))]
    }
    if (kind === 'list') {
      const parent = {
        model: model as ModelName,
        relation: name,
        id: this.projection.column(table, 'id'),
      }
      const { before, after, ...reference } = connectionRead(this.level, field, parent)
      return [before, this.level.use(reference), after]
    }
    if (kind === 'record') {
      const related = this.projection.follow(table, name)
      const fragments = this.recordJson(related, field)
      if (isNonNullType(definition.type)) return fragments
      return nullUnless(this.projection.column(related, 'id'), fragments)
    }
    return this.valueJson(table, name, field)
  }

  private valueJson(table: TableRef, name: string, field: SelectedField): readonly JsonFragment[] {
    const derived = findRules(table.model)?.derived?.[name]
    const type = field.definition?.type
    if (derived?.choice && type) return [this.chosenValue(table, name, field, type, derived.choice)]
    const sql = this.projection.field(table, name)
    if (sql === undefined || !type) throw new NeedsResolvers()
    const fragments =
      isListType(getNullableType(type)) || field.objectType
        ? jsonValue(sql, field)
        : scalarJson(sql, type)
    // Aliases of a derived field share one read, because the expression may count other records.
    if (!derived || field.objectType) return fragments
    const write = (context: SqlContext) => concatSql(fragments, context)
    return [
      this.level.use(this.level.share(`${table.alias}.${name}`, () => ({ outputs: 1, write }))),
    ]
  }

  /** The JSON of the property that an argument of the field chooses. */
  private chosenValue(
    table: TableRef,
    name: string,
    field: SelectedField,
    type: GraphQLOutputType,
    { argument, sql }: Choice,
  ): SqlFragment {
    const scope = this.projection.scope(table)
    // Uses the columns now, because the page has only those that were used when it was compiled.
    sql(scope, 'null')
    const write = (context: SqlContext) => {
      const chosen = context.statement.parameter(context.request.argument(field, argument), 'text')
      return concatSql(scalarJson(sql(scope, chosen), type), context)
    }
    const key = `${table.alias}.${name}(${field.argumentsKey()})`
    return this.level.use(this.level.share(key, () => ({ outputs: 1, write })))
  }
}
