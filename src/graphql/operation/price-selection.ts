import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isInputObjectType,
} from 'graphql'
import { findFigures } from '../../db/read/figures.js'
import type { ModelName } from '../../db/read/model.js'
import type { PricedList, PricedObject } from './cost.js'
import {
  connectionModel,
  isNodeType,
  isRecordType,
  modelFieldOf,
  sourceOf,
  statisticsModel,
} from './model-fields.js'
import { derivedPrice, FIELD, RECORD, ROW, SCHEMA } from './prices.js'
import type { SelectedField, Selection } from './selection.js'

/** Compiles what an operation selects to a tree of prices. */
export const priceSelection = (
  schema: GraphQLSchema,
  root: GraphQLObjectType,
  selection: Selection,
): PricedObject => new Compiler(schema).object(root, selection.fieldsOf(root), [])

/** The record that an object's fields are read from. */
interface PricedRecord {
  readonly model: ModelName
  /** If the object is embedded in the record: the names of its fields in the read model. */
  readonly embedded?: Readonly<Record<string, string>> | undefined
}

const recordOf = (type: GraphQLObjectType): PricedRecord | undefined =>
  isRecordType(type) ? { model: type.name as ModelName } : undefined

class Compiler {
  constructor(private readonly schema: GraphQLSchema) {}

  object(
    type: GraphQLObjectType,
    fields: readonly SelectedField[],
    path: readonly string[],
    record: PricedRecord | undefined = recordOf(type),
  ): PricedObject {
    return merged(fields.map((field) => this.field(field, [...path, field.key], record)))
  }

  private field(
    field: SelectedField,
    path: readonly string[],
    record: PricedRecord | undefined,
  ): PricedObject {
    const list = this.list(field, path)
    if (list) return { own: 0, lists: [list] }
    const price = fieldPrice(record, field.name)
    const to = field.objectType
    if (isBulk(field)) return this.bulk(field, path)
    if (!to) return { own: price, lists: [] }
    const source = record && sourceOf(record.model, field.name, to)
    const embedded =
      record && source?.kind === 'embedded'
        ? { model: record.model, embedded: source.columns }
        : undefined
    const below = this.object(to, field.fields, path, embedded)
    return { own: price + (isNodeType(to) ? RECORD : 0) + below.own, lists: below.lists }
  }

  /** The lists of a bulk mutation: its rows, and each list of records in its payload, with one record for each row. */
  private bulk(field: SelectedField, path: readonly string[]): PricedObject {
    const parts = field.fields.map((part) => {
      const at = [...path, part.key]
      const isRecords = part.objectType && isNodeType(part.objectType)
      const records = isRecords ? [this.object(part.objectType, part.fields, at)] : []
      return { path: at.join('.'), field, own: FIELD, records, hasCount: false }
    })
    const records = [{ own: ROW - RECORD, lists: [] }]
    const rows = { path: [...path, 'rows'].join('.'), field, own: FIELD, records, hasCount: false }
    return { own: 0, lists: [rows, ...parts] }
  }

  private list(field: SelectedField, path: readonly string[]): PricedList | undefined {
    const type = field.definition && getNamedType(field.definition.type)
    const at = path.join('.')
    if (isAbstractType(type)) {
      const records = this.schema
        .getPossibleTypes(type)
        .map((each) => this.object(each, field.selection.fieldsOf(each), path))
      return { path: at, field, own: FIELD, records, hasCount: false }
    }
    const isStatistics = statisticsModel(type) !== undefined
    const { fields, objectType, parentType } = field
    const isOther = !connectionModel(type) && !isStatistics
    // The feed of changes is a page without a connection: `first` is the number of its records.
    const isFeed = isOther && field.definition?.args.some(({ name }) => name === 'first')
    if (objectType && (findFigures(parentType.name, field.name) || isFeed)) {
      const records = [this.object(objectType, fields, path)]
      return { path: at, field, own: FIELD, records, hasCount: false }
    }
    if (isOther) return undefined
    const lists = fields.filter(({ name }) => name === 'nodes' || name === 'edges')
    const below = merged(lists.map((part) => this.records(part, [...path, part.key])))
    const pageInfo = fields.find(({ name }) => name === 'pageInfo')
    return {
      path: at,
      field,
      own: (1 + fields.length + (pageInfo?.fields.length ?? 0)) * FIELD,
      records: lists.length > 0 || pageInfo || isStatistics ? [below] : [],
      hasCount: fields.some(({ name }) => name === 'totalCount'),
    }
  }

  /** The price of what `nodes` or `edges` selects of one record, without `RECORD`: `recordCost` adds it. */
  private records(part: SelectedField, path: readonly string[]): PricedObject {
    const { objectType, fields } = part
    if (!objectType) throw new Error(`expected records, got ${part.name}`)
    if (part.name === 'nodes') return this.object(objectType, fields, path)
    return merged(
      fields.map((field) => {
        if (field.name !== 'node' || !field.objectType) return { own: FIELD, lists: [] }
        const record = this.object(field.objectType, field.fields, [...path, field.key])
        return { ...record, own: FIELD + record.own }
      }),
    )
  }
}

/** Whether the field is a mutation of several rows. */
function isBulk({ definition }: SelectedField): boolean {
  const input = definition?.args.find(({ name }) => name === 'input')
  const type = getNamedType(input?.type)
  return isInputObjectType(type) && 'rows' in type.getFields()
}

const merged = (parts: readonly PricedObject[]): PricedObject => ({
  own: parts.reduce((sum, { own }) => sum + own, 0),
  lists: parts.flatMap(({ lists }) => lists),
})

/** The price of a field without what is selected below it. */
function fieldPrice(record: PricedRecord | undefined, name: string): number {
  if (name === '__schema') return SCHEMA
  if (!record) return FIELD
  const { model, embedded } = record
  const modelField = embedded?.[name] ?? modelFieldOf(model, name)
  const relations = modelField.split('.').length - 1
  return FIELD + relations * RECORD + derivedPrice(model, modelField)
}
