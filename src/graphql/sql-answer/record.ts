import { getNullableType, type GraphQLObjectType, isListType, isNonNullType } from 'graphql'
import { derived } from '../../db/read/derived.js'
import { embeddedObjects, type ModelName, relationPath } from '../../db/read/model.js'
import { type TableRef, Projection } from '../../db/read/projection.js'
import { isToMany, modelFieldOf } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'
import { connectionJson } from './connection.js'
import {
  type JsonFragment,
  NeedsResolvers,
  nullUnless,
  objectJson,
  type SqlContext,
  textSql,
} from './json.js'
import { jsonValue } from './json-value.js'
import { scalarJson } from './scalar.js'
import { Level, type PlanSize } from './shared-read.js'

/** The JSON of an object: `value` writes each field but `__typename`. */
export const fieldsJson = (
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
  value: (field: SelectedField) => readonly JsonFragment[],
): JsonFragment[] =>
  objectJson(
    fields.map((field) => [
      field.key,
      field.name === '__typename' ? [JSON.stringify(type.name)] : value(field),
    ]),
  )

/** The records of one `from` clause: their columns and joins, and the reads that hang on them. */
export class Records {
  readonly projection: Projection
  readonly level: Level

  constructor(
    readonly model: ModelName,
    size: PlanSize,
  ) {
    this.projection = new Projection(model)
    this.level = new Level(size)
  }

  /** The JSON of a record: the selected fields of `page`. */
  json(type: GraphQLObjectType, fields: readonly SelectedField[]): JsonFragment[] {
    return this.recordJson(this.projection.root, type, fields)
  }

  /** The columns that the page must have; its id always, for the order. */
  get columns(): readonly string[] {
    this.projection.column(this.projection.root, 'id')
    return this.projection.pageColumns
  }

  /** The `from` clause: the page, the relations to one record, and the joined reads. */
  from(page: string, context: SqlContext): string {
    const joins = this.level.joins(context).map((join) => ` cross join ${join}`)
    return `${page} ${this.projection.joins}${joins.join('')}`
  }

  private recordJson(
    place: TableRef,
    type: GraphQLObjectType,
    fields: readonly SelectedField[],
  ): JsonFragment[] {
    return fieldsJson(type, fields, (field) => this.fieldJson(place, field))
  }

  private fieldJson(place: TableRef, field: SelectedField): readonly JsonFragment[] {
    const { definition, objectType } = field
    const { model } = place
    if (!definition) throw new NeedsResolvers()
    const name = modelFieldOf(model, field.name)
    const group = embeddedObjects[model]?.[name]
    if (group && objectType) {
      return fieldsJson(objectType, field.fields, (part) =>
        this.valueJson(place, group[part.name] ?? '', part),
      )
    }
    if (isToMany(model, name)) {
      const parent = { model, relation: name, id: this.projection.column(place, 'id') }
      return connectionJson(this.level, field, parent)
    }
    if (relationPath(model, name) && objectType) {
      const there = this.projection.follow(place, name)
      const fragments = this.recordJson(there, objectType, field.fields)
      if (isNonNullType(definition.type)) return fragments
      return nullUnless(this.projection.column(there, 'id'), fragments)
    }
    return this.valueJson(place, name, field)
  }

  private valueJson(place: TableRef, name: string, field: SelectedField): readonly JsonFragment[] {
    const sql = this.projection.field(place, name)
    const type = field.definition?.type
    if (sql === undefined || !type) throw new NeedsResolvers()
    const fragments =
      isListType(getNullableType(type)) || field.objectType
        ? jsonValue(sql, type, field.selection)
        : scalarJson(sql, type)
    // A derived value may count other records, so aliases of it share one.
    if (!derived[place.model]?.[name] || field.objectType) return fragments
    const { index } = this.level.share(`${place.alias}.${name}`, () => ({
      outputs: 1,
      write: (context) => textSql(fragments, context),
    }))
    return [this.level.use({ index, output: 0 })]
  }
}
