import { z } from 'zod'
import type { RecordSelection } from './record-selection.js'

/** The type of a field in a response. */
export interface FieldType<Value> {
  readonly schema: z.ZodType
  /** Converts what the read engine returns into what the schema describes. */
  readonly serialize: (value: Value) => unknown
  /** What to read of a nested record, or of each record of a list. Absent if the value is neither. */
  readonly selection?: RecordSelection
  /** Whether the value is a list of records. A separate statement reads it. */
  readonly many?: boolean
}

export const fieldType = <Value>(
  schema: z.ZodType,
  serialize: (value: Value) => unknown = (value) => value,
): FieldType<Value> => ({ schema, serialize })

export const nullable = <Value>(type: FieldType<Value>): FieldType<Value | null> => ({
  ...type,
  schema: type.schema.nullable(),
  serialize: (value) => (value === null ? null : type.serialize(value)),
})

/** For a value that the database allows to be null, but the domain does not. */
export const notNull = <Value>(type: FieldType<Value>): FieldType<Value | null> => ({
  ...type,
  serialize: (value) => {
    if (value === null) throw new Error('expected a value, got null')
    return type.serialize(value)
  },
})

export const list = <Value>(type: FieldType<Value>): FieldType<readonly Value[]> => ({
  ...type,
  schema: z.array(type.schema),
  serialize: (values) => values.map(type.serialize),
  many: true,
})

/** A field that has the same value in all records. */
export const constant = (schema: z.ZodType, value: unknown): FieldType<unknown> => ({
  schema,
  serialize: () => value,
})

/** The value of a JSON column. The domain guarantees its type; the compiler cannot check it. */
export const json = <Value>(type: FieldType<Value>): FieldType<unknown> => ({
  schema: type.schema,
  serialize: (value) => type.serialize(value as Value),
})

/** A field that is computed from several columns. In the table of a record type, its source is `self`. */
export const computed = <Row>(
  selection: RecordSelection<Row>,
  schema: z.ZodType,
  serialize: (row: Row) => unknown,
): FieldType<unknown> => ({ schema, serialize: serialize as (row: unknown) => unknown, selection })
