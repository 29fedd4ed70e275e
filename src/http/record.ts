import { z } from 'zod'
import type { Selection } from '../db/read/compiled-selection.js'
import type { ModelName } from '../db/read/model.js'
import type { Selectable, Selected, SelectedRecord } from '../domain/model/selectable.js'
import type { FieldType } from './field-type.js'
import type { ListSelection, RecordSelection } from './record-selection.js'

/*
 * Each record type of a REST API (Set A, Set B) is declared as one object literal, laid out as a table. Each row
 * declares a field: its name in the response, its type, its source in the read model, and optionally a description:
 *
 *   recordType('Site', 'Site', {
 *     id:         [integer,        'id'],
 *     risk_level: [nullable(text), 'risk.level'],       a field of a relation to one record
 *     client:     [client,         'client'],           a nested record
 *     zones:      [list(zone),     'zones'],            a relation to many
 *     counts:     [counts,         'self'],             an object of fields of this record
 *   })
 *
 * The table defines what the read engine selects, the response, and the schema in the OpenAPI document. The compiler
 * rejects a source that the model lacks, and a type that does not fit its source.
 */

type FieldFrom<Value, From> = readonly [type: FieldType<Value>, from: From, description?: string]

/** The source `parent.id` is for records of a list: the id of the record that the list belongs to. */
export type Field<Model extends ModelName> =
  | { [From in Selectable<Model>]: FieldFrom<Selected<Model, From>, From> }[Selectable<Model>]
  | FieldFrom<SelectedRecord<Model>, 'self'>
  | FieldFrom<number, 'parent.id'>

export type Fields<Model extends ModelName> = Readonly<Record<string, Field<Model>>>

export interface RecordType<Model extends ModelName> extends FieldType<SelectedRecord<Model>> {
  readonly schema: z.ZodObject
  readonly serialize: (record: SelectedRecord<Model>) => Record<string, unknown>
  readonly fields: Fields<Model>
  readonly selection: RecordSelection<SelectedRecord<Model>>
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

/** A record without a name: the OpenAPI document repeats its schema wherever it is used. */
export const inlineRecord = <Model extends ModelName>(
  model: Model,
  fields: Fields<NoInfer<Model>>,
): RecordType<Model> => ({
  ...objectType(fields),
  fields: fields as Fields<Model>,
  selection: selectionOf(model, fields),
})

/** An object in a JSON column; `fields` is a table as for records. `name` is its name in the OpenAPI document. */
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

/** What to read for the fields of a record. `from` is a name in the read model. */
function selectionOf(
  model: ModelName,
  fields: Readonly<Record<string, readonly [FieldType<never>, from: string, ...unknown[]]>>,
): RecordSelection<never> {
  let select: Selection = {}
  const lists: ListSelection[] = []
  for (const [{ selection, many }, from] of Object.values(fields)) {
    const [name = '', field] = from.split('.')
    if (from === 'parent.id') continue
    if (from === 'self') {
      select = merge(select, selection?.select ?? {})
      lists.push(...(selection?.lists ?? []))
    } else if (selection && many) {
      select = merge(select, { id: 'id' })
      lists.push({ path: [], model, relation: from, item: selection })
    } else if (selection) {
      select = merge(select, { [from]: { of: from, select: selection.select } })
      lists.push(...selection.lists.map((list) => ({ ...list, path: [from, ...list.path] })))
    } else if (field !== undefined) {
      select = merge(select, { [name]: { of: name, select: { [field]: field } } })
    } else select = merge(select, { [name]: name })
  }
  return { model, select, lists }
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
