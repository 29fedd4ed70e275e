import { z } from 'zod'

/*
 * Laravel's words for what a value should have been; `:attribute` stands for the field's name. A value that is missing
 * has words of its own.
 */

const LARGEST_ID = 2_147_483_647

const INTEGER = { error: 'The :attribute field must be an integer.' }

/** A record's id, as a number or its digits; 0, which no record has, for one that is too large for an id. */
export const id = z
  .union(
    [z.number().refine(Number.isInteger, INTEGER), z.string().regex(/^[+-]?\d{1,20}$/, INTEGER)],
    INTEGER,
  )
  .transform((value) => {
    const number = Number(value)
    return number > 0 && number <= LARGEST_ID ? number : 0
  })

export const boolean = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], {
    error: 'The :attribute field must be true or false.',
  })
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value)

/** A text that can be stored, of at most so many characters. */
export const text = (most: number) =>
  z
    .string({ error: 'The :attribute field must be a string.' })
    .max(most, { error: `The :attribute field must not be greater than ${most} characters.` })
    .refine(isStorable, { error: 'The :attribute field format is invalid.' })

/** What a list searches for. */
export const search = text(255)

export const date = z.iso.date({ error: 'The :attribute field must match the format Y-m-d.' })

export const time = z.iso
  .time({ precision: 0, error: 'The :attribute field must match the format H:i:s.' })
  .describe('`HH:MM:SS`')

const RANGE = /^(\d{4}-\d{2}-\d{2})(?: to (\d{4}-\d{2}-\d{2}))?$/

/** A day `YYYY-MM-DD`, or `<day> to <day>`: from its first to its last millisecond, in UTC. */
export const dateRange = z
  .string({ error: 'The :attribute field must be a string.' })
  .transform((value, context) => {
    const [, first = '', last = first] = RANGE.exec(value) ?? []
    const isDay = (day: string) => z.iso.date().safeParse(day).success
    const complain = (message: string) => {
      context.addIssue({ code: 'custom', message, input: value })
      return z.NEVER
    }
    if (!isDay(first) || !isDay(last)) {
      return complain('The :attribute field must match the format Y-m-d or Y-m-d to Y-m-d.')
    }
    if (first > last) return complain('The :attribute field must not end before it begins.')
    return { from: new Date(`${first}T00:00:00.000Z`), to: new Date(`${last}T23:59:59.999Z`) }
  })
  .describe('A day `YYYY-MM-DD`, or a range of days `YYYY-MM-DD to YYYY-MM-DD`, in UTC.')

/** As Laravel does before it validates: texts are trimmed, empty ones are null, and of several the last one counts. */
export function prepare(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return {}
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, clean(value)]))
}

const clean = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

/**
 * The like for a query, where an empty parameter is as good as none and the last of several counts. `name[…]` makes
 * `name` an array, which none of ours is.
 */
export function prepareQuery(part: unknown): unknown {
  const entries = Object.entries(part as Record<string, unknown>)
  const last = entries.map(([name, value]) => {
    const [key = '', ...brackets] = name.split('[')
    const one = clean([value].flat().at(-1))
    return [key, brackets.length > 0 ? [one] : one] as const
  })
  return Object.fromEntries(last.filter(([, value]) => value !== null))
}
