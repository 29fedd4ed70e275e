import { z } from 'zod'

/** The schema of a record, with its name in the OpenAPI document. */
export const record = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.strictObject(shape).meta({ id })

export const integer = z.int()
export const text = z.string()
export const nullableInteger = integer.nullable()
export const nullableText = text.nullable()
export const uuid = z.uuid()

/** `YYYY-MM-DD HH:MM:SS`, in UTC. */
export const timestamp = text
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .describe('`YYYY-MM-DD HH:MM:SS`, in UTC.')
export const nullableTimestamp = timestamp.nullable()

export const writeTimestamp = (time: Date): string =>
  time.toISOString().slice(0, 19).replace('T', ' ')
export const writeNullableTimestamp = (time: Date | null): string | null =>
  time && writeTimestamp(time)

/** ISO 8601 with six digits of a second and `Z`: user records alone are written so. */
export const microseconds = text
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .describe('`YYYY-MM-DDTHH:MM:SS.ffffffZ`, in UTC.')

export const writeMicroseconds = (time: Date): string => time.toISOString().replace('Z', '000Z')

/** Where an image is to be had: its path from the root of the host, unless it says more itself. */
export function writeImageUrl(path: string | null): string | null {
  if (path === null || path.startsWith('/') || URL.canParse(path)) return path
  return `/${path}`
}

/** Which record a status is of, in the words of this set's first implementation. */
export const status = z.strictObject({
  statusable_id: integer,
  statusable_type: text.describe("The class of the record's model, such as `App\\Models\\Job`."),
})
export const statusOf = (kind: 'Job' | 'Asset' | 'Site', id: number) => ({
  statusable_id: id,
  statusable_type: `App\\Models\\${kind}`,
})
