import { z } from 'zod'
import type { ModelName } from '../db/read/model.js'
import {
  compileSelection,
  type Selection,
  type CompiledSelection,
} from '../db/read/compiled-selection.js'
import type { FieldType } from './fields.js'

/** One field of a record: its type, the read model's field (`site.uuid`: of the record that `site` leads to), a description. */
export type Field = readonly [type: FieldType, from: string, description?: string]

/** A record of the specification: what is read, what is answered, and what the document says of it. */
export interface RecordType {
  readonly model: ModelName
  readonly fields: Readonly<Record<string, Field>>
  readonly schema: z.ZodObject
  readonly shape: CompiledSelection
  /** The answer for a row that was read in `shape`. */
  readonly present: (row: Row) => Record<string, unknown>
}

/** Each of the record's fields as it is held, and when the record was removed. */
export type Row = Readonly<Record<string, unknown>>

/** Where a row keeps when the record was removed; no field of the specification has this name. */
const REMOVED_AT = 'removedAt'

export const isRemoved = (row: Row): boolean => row[REMOVED_AT] !== null

/** Declares a record: its fields in the specification's order. */
export function recordType(
  name: string,
  model: ModelName,
  fields: Readonly<Record<string, Field>>,
): RecordType {
  const entries = Object.entries(fields)
  const selection = entries.map(([field, [, from]]) => [field, selectionOf(from)] as const)
  const writers = entries.map((entry) => [entry[0], writerOf(entry)] as const)
  return {
    model,
    fields,
    schema: z.strictObject(Object.fromEntries(entries.map(schemaOf))).meta({ id: name }),
    shape: compileSelection(model, { ...Object.fromEntries(selection), [REMOVED_AT]: 'deletedAt' }),
    present: (row) => {
      const record: Record<string, unknown> = {}
      for (const [field, write] of writers) record[field] = write(row)
      return record
    },
  }
}

function schemaOf([name, [{ schema }, , description]]: [string, Field]): [string, z.ZodType] {
  return [name, description === undefined ? schema : schema.describe(description)]
}

function selectionOf(from: string): Selection[string] {
  const [field = '', ofRelated] = from.split('.')
  return ofRelated === undefined ? field : { of: field, select: { held: ofRelated } }
}

/** How a field is taken out of a row and written. */
function writerOf([name, [{ write }, from]]: [string, Field]): (row: Row) => unknown {
  const held = from.includes('.')
    ? (row: Row) => (row[name] as { held: unknown } | null)?.held ?? null
    : (row: Row) => row[name]
  if (!write) return held
  return (row) => {
    const value = held(row)
    return value === null ? null : write(value as never)
  }
}
