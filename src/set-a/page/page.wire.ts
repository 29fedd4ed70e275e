import { z } from 'zod'
import { integer, nullableInteger, nullableText, text } from '../wire.js'

const link = z.strictObject({ url: nullableText, label: text, active: z.boolean() })

/** Set A: Page envelope. */
export const pageOf = <Record extends z.ZodType>(record: Record) =>
  z.strictObject({
    current_page: integer,
    data: z.array(record),
    first_page_url: text,
    from: nullableInteger,
    last_page: nullableInteger,
    last_page_url: nullableText,
    links: z.array(link),
    next_page_url: nullableText,
    path: text,
    per_page: integer,
    prev_page_url: nullableText,
    to: nullableInteger,
    total: integer,
  })

const perPage = z
  .string()
  .regex(/^([1-9]\d?|100)$/, { error: 'The :attribute field must be between 1 and 100.' })
  .transform(Number)
  .describe('How many records a page has, 1 to 100.')

/** The query of a list: its filters, and which page is wanted. */
export const listQuery = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.object({
    ...filters,
    page: z.string().optional().describe('From 1; what is no such number is 1.'),
    per_page: perPage.optional(),
  })

export interface PageQuery {
  readonly page?: string | undefined
  readonly per_page?: number | undefined
}
