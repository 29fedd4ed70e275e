import { z } from 'zod'
import { fieldType, nullable } from '../http/field-type.js'

export const integer = fieldType<number>(z.int())
export const text = fieldType<string>(z.string())
export const boolean = fieldType<boolean>(z.boolean())
export const uuid = fieldType<string>(z.uuid())
export const numericText = fieldType<number>(z.string().regex(/^\d+$/), String)
export const nullableInteger = nullable(integer)
export const nullableText = nullable(text)

export const timestamp = fieldType<Date>(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    .describe('`YYYY-MM-DD HH:MM:SS`, in UTC.'),
  (time) => time.toISOString().slice(0, 19).replace('T', ' '),
)
export const nullableTimestamp = nullable(timestamp)

/** ISO 8601 with microseconds. The specification has this format in users only. */
export const microseconds = fieldType<Date>(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
    .describe('`YYYY-MM-DDTHH:MM:SS.ffffffZ`, in UTC.'),
  (time) => time.toISOString().replace('Z', '000Z'),
)

/** The URL of an image: a relative path starts at the root of the host. */
export const imageUrl = fieldType<string | null>(z.string().nullable(), (path) =>
  path === null || path.startsWith('/') || URL.canParse(path) ? path : `/${path}`,
)

/** The status of a record, which is read from the record's id. The class name is part of the specification. */
export const statusOf = (model: 'Job' | 'Asset' | 'Site') =>
  fieldType<number>(
    z.strictObject({
      statusable_id: z.int(),
      statusable_type: z
        .string()
        .describe("The class of the record's model, such as `App\\Models\\Job`."),
    }),
    (id) => ({ statusable_id: id, statusable_type: `App\\Models\\${model}` }),
  )
