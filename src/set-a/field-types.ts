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

/** ISO 8601 with microseconds. Only users have times in this format. */
export const microseconds = fieldType<Date>(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
    .describe('`YYYY-MM-DDTHH:MM:SS.ffffffZ`, in UTC.'),
  (time) => time.toISOString().replace('Z', '000Z'),
)

/** The URL of an image. A stored relative path becomes a path from the root of the host. */
export const imageUrl = fieldType<string | null>(z.string().nullable(), (path) =>
  path === null || path.startsWith('/') || URL.canParse(path) ? path : `/${path}`,
)

/** The path of the image of a `…_url`, without the credentials in it: it changes only with the image. */
export const imagePath = fieldType<string | null>(
  z.string().nullable(),
  (url) => url?.replace(/^\/|\?company=.*/g, '') ?? null,
)

/** The `current_status` object of a record, made from its id. The specification requires the PHP class name. */
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
