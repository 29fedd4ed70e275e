import { z } from 'zod'
import type { Selection } from '../db/read/compiled-selection.js'
import type { ModelName } from '../db/read/model.js'
import type { Selectable, Selected, SelectedRecord } from '../db/read/selectable.js'
import type { FieldType } from './field-type.js'

/*
 * A record of a REST set is one table. Each row has a field's name in the response, its type, the name in the read
 * model that it is read from, and for some a description:
 *
 *   recordType('Site', 'Site', {
 *     id:         [integer,        'id'],
 *     risk_level: [nullable(text), 'risk.level'],       a field of a relation to one record
 *     client:     [client,         'client'],           a nested record
 *     zones:      [list(zone),     'zones'],            a relation to many
 *     counts:     [counts,         'self'],             an object of fields of this record
 *   })
 *
 * From the table come what the read engine selects, the response, and the schema in the OpenAPI document. A name that
 * the model does not have, and a type that does not fit what the name holds, do not compile.
 */

type FieldFrom<Value, From> = readonly [type: FieldType<Value>, from: From, description?: string]

/** `parent.id`, in a record of a list: the id of the record that the list belongs to. */
export type Field<Model extends ModelName> =
  | { [From in Selectable<Model>]: FieldFrom<Selected<Model, From>, From> }[Selectable<Model>]
  | FieldFrom<SelectedRecord<Model>, 'self'>
  | FieldFrom<number, 'parent.id'>

export type Fields<Model extends ModelName> = Readonly<Record<string, Field<Model>>>

/** What to read of a record. `Row` is its type at compile time; no value of it is stored here. */
export interface RecordReading<Row = unknown> {
  readonly row?: Row
  readonly model: ModelName
  readonly selection: Selection
  /** The relations to many in it and in the records nested in it. */
  readonly lists: readonly RecordList[]
}

/** A relation to many: of the record that `path` leads to by relations to one; an empty path is the record itself. */
export interface RecordList {
  readonly path: readonly string[]
  readonly model: ModelName
  readonly relation: string
  readonly item: RecordReading
}

export interface RecordType<Model extends ModelName> extends FieldType<SelectedRecord<Model>> {
  readonly schema: z.ZodObject
  readonly serialize: (record: SelectedRecord<Model>) => Record<string, unknown>
  readonly fields: Fields<Model>
  readonly reading: RecordReading<SelectedRecord<Model>>
}

/** A record with a name in the OpenAPI document. The order of its fields is the order in the response. */
export const recordType = <Model extends ModelName>(
  name: string,
  model: Model,
  fields: Fields<NoInfer<Model>>,
): RecordType<Model> => {
  const type = inlineRecord(model, fields)
  return { ...type, schema: type.schema.meta({ id: name }) }
}

/** A record without a name, which the OpenAPI document describes where it is used. */
export const inlineRecord = <Model extends ModelName>(
  model: Model,
  fields: Fields<NoInfer<Model>>,
): RecordType<Model> => ({
  ...objectType(fields),
  fields: fields as Fields<Model>,
  reading: readingOf(model, fields),
})

/** An object in a JSON column, by a table of the same kind. With a `name`, it has one in the OpenAPI document. */
export function jsonObject<Stored>(fields: JsonFields<Stored>, name?: string): FieldType<Stored> {
  const { schema, serialize } = objectType(fields as unknown as AnyFields)
  return {
    schema: name === undefined ? schema : schema.meta({ id: name }),
    serialize: serialize as FieldType<Stored>['serialize'],
  }
}

type JsonFields<Stored> = Readonly<
  Record<string, { [From in keyof Stored]: FieldFrom<Stored[From], From> }[keyof Stored]>
>

type AnyFields = Readonly<Record<string, FieldFrom<never, string>>>

function objectType(fields: AnyFields) {
  const entries = Object.entries(fields)
  const properties = entries.map(([name, [type, from]]) => ({
    name,
    valueOf: valueAt(from),
    serialize: type.serialize as (value: unknown) => unknown,
  }))
  return {
    schema: z.strictObject(
      Object.fromEntries(
        entries.map(([name, [{ schema }, , description]]) => [
          name,
          description === undefined ? schema : schema.describe(description),
        ]),
      ),
    ),
    serialize: (record: object) => {
      const object: Record<string, unknown> = {}
      for (const { name, valueOf, serialize } of properties) {
        object[name] = serialize(valueOf(record as Values))
      }
      return object
    },
  }
}

type Values = Readonly<Record<string, unknown>>

function valueAt(from: string): (record: Values) => unknown {
  if (from === 'self') return (record) => record
  const [name = '', field] = from.split('.')
  if (field === undefined) return (record) => record[name]
  return (record) => (record[name] as Values | null)?.[field] ?? null
}

function readingOf(model: ModelName, fields: AnyFields): RecordReading<never> {
  let selection: Selection = {}
  const lists: RecordList[] = []
  for (const [{ reading, many }, from] of Object.values(fields)) {
    const [name = '', field] = from.split('.')
    if (from === 'parent.id') continue
    if (from === 'self') {
      selection = merge(selection, reading?.selection ?? {})
      lists.push(...(reading?.lists ?? []))
    } else if (reading && many) {
      selection = merge(selection, { id: 'id' })
      lists.push({ path: [], model, relation: from, item: reading })
    } else if (reading) {
      selection = merge(selection, { [from]: { of: from, select: reading.selection } })
      lists.push(...reading.lists.map((list) => ({ ...list, path: [from, ...list.path] })))
    } else if (field !== undefined) {
      selection = merge(selection, { [name]: { of: name, select: { [field]: field } } })
    } else selection = merge(selection, { [name]: name })
  }
  return { model, selection, lists }
}

function merge(one: Selection, other: Selection): Selection {
  const merged = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name]
    merged[name] =
      typeof known === 'object' && typeof value === 'object'
        ? { of: known.of, select: merge(known.select, value.select) }
        : value
  }
  return merged
}
