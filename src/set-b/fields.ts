import { z } from 'zod'
import { riskIds } from '../domain/risk/risk.js'

/** The type of a field in an answer: its schema, and how it is written from what the database holds. */
export interface FieldType {
  readonly schema: z.ZodType
  /** Absent: as it is held. Never called with null. */
  readonly write?: (held: never) => unknown
}

/** Epoch seconds, the unit of every time in this set; the rest of a second is dropped. */
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

export const uuid: FieldType = { schema: z.uuid() }
export const text: FieldType = { schema: z.string() }
export const boolean: FieldType = { schema: z.boolean() }
export const integer: FieldType = { schema: z.int32() }
export const decimal: FieldType = { schema: z.string().regex(/^\d+$/), write: String }
export const epochSeconds: FieldType = { schema: z.int(), write: seconds }
export const riskLevel: FieldType = { schema: z.enum(Object.keys(riskIds)) }

/** A field that may be unset, and then is null. */
export const unset = (type: FieldType): FieldType => ({ ...type, schema: type.schema.nullable() })
