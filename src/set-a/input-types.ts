import { z } from 'zod'
import { MAX_INT32 } from '../db/read/statement.js'

/*
 * Types of the fields of bodies and queries, with Laravel's error messages. `:attribute` stands for the field's name.
 */

const INTEGER = { error: 'The :attribute field must be an integer.' }

/** The id of a record, as a number or its digits. A number that cannot be an id becomes 0, which no record has. */
export const id = z
  .union(
    [z.number().refine(Number.isInteger, INTEGER), z.string().regex(/^[+-]?\d{1,20}$/, INTEGER)],
    INTEGER,
  )
  .transform((value) => {
    const number = Number(value)
    return number > 0 && number <= MAX_INT32 ? number : 0
  })

export const boolean = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], {
    error: 'The :attribute field must be true or false.',
  })
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value)

/** Text of at most `max` UTF-16 code units that PostgreSQL can store. */
export const text = (max: number) =>
  z
    .string({ error: 'The :attribute field must be a string.' })
    .max(max, { error: `The :attribute field must not be greater than ${max} characters.` })
    .refine(isStorable, { error: 'The :attribute field format is invalid.' })

export const search = text(255)

export const date = z.iso.date({ error: 'The :attribute field must match the format Y-m-d.' })

export const time = z.iso
  .time({ precision: 0, error: 'The :attribute field must match the format H:i:s.' })
  .describe('`HH:MM:SS`')

const RANGE = /^(\d{4}-\d{2}-\d{2})(?: to (\d{4}-\d{2}-\d{2}))?$/

/** A range from the first to the last millisecond of its days, in UTC. */
export const dateRange = z
  .string({ error: 'The :attribute field must be a string.' })
  .transform((value, context) => {
    const [, first = '', last = first] = RANGE.exec(value) ?? []
    const isDay = (day: string) => z.iso.date().safeParse(day).success
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message, input: value })
      return z.NEVER
    }
    if (!isDay(first) || !isDay(last)) {
      return fail('The :attribute field must match the format Y-m-d or Y-m-d to Y-m-d.')
    }
    if (first > last) return fail('The :attribute field must not end before it begins.')
    return { from: new Date(`${first}T00:00:00.000Z`), to: new Date(`${last}T23:59:59.999Z`) }
  })
  .describe('A day `YYYY-MM-DD`, or a range of days `YYYY-MM-DD to YYYY-MM-DD`, in UTC.')
