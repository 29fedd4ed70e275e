import { z } from 'zod'

/** A value without its malformed parts: a malformed field of an object, and a list with a malformed element, is undefined. */
export function wellFormed(schema: z.ZodType, value: unknown): unknown {
  const { success, data } = schema.safeParse(value)
  if (success) return data
  if (!(schema instanceof z.ZodObject)) return undefined
  const fields = (typeof value === 'object' ? value : null) as Record<string, unknown> | null
  const parts = Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([name, type]) => [name, wellFormed(type, fields?.[name])] as const,
  )
  return Object.fromEntries(parts)
}
