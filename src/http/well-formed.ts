import { z } from 'zod'

/**
 * Parses a value that may be malformed in parts. Malformed elements of arrays and entries of records are left out; a
 * malformed field of an object becomes undefined, as does any other malformed value.
 */
export function wellFormed(schema: z.ZodType, value: unknown): unknown {
  const { success, data } = schema.safeParse(value)
  if (success) return data
  const type = withoutOptional(schema)
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    const element = type.element as z.ZodType
    return value.flatMap((each) => {
      const parsed = element.safeParse(each)
      return parsed.success ? [parsed.data] : []
    })
  }
  const fields = typeof value === 'object' ? { ...value } : {}
  if (type instanceof z.ZodRecord) {
    const valid = Object.entries(fields).filter((entry) => type.safeParse(asObject(entry)).success)
    return type.parse(Object.fromEntries(valid))
  }
  if (!(type instanceof z.ZodObject)) return undefined
  const parts = Object.entries(type.shape as Record<string, z.ZodType>).map(
    ([name, part]) => [name, wellFormed(part, (fields as Record<string, unknown>)[name])] as const,
  )
  return Object.fromEntries(parts)
}

/** Removes the optional and nullable wrappers from a schema. */
const withoutOptional = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? withoutOptional(schema.unwrap() as z.ZodType)
    : schema

const asObject = (entry: readonly [string, unknown]) => Object.fromEntries([entry])
