import { z } from 'zod'

const integer = z.int()
const text = z.string()

const link = z.strictObject({ url: text.nullable(), label: text, active: z.boolean() })

/** Set A, one of the two REST APIs: page envelope. */
export const pageOf = ({ schema }: { readonly schema: z.ZodType }) =>
  z.strictObject({
    current_page: integer,
    data: z.array(schema),
    first_page_url: text,
    from: integer.nullable(),
    last_page: integer.nullable(),
    last_page_url: text.nullable(),
    links: z.array(link),
    next_page_url: text.nullable(),
    path: text,
    per_page: integer,
    prev_page_url: text.nullable(),
    to: integer.nullable(),
    total: integer,
  })

const perPage = z
  .string()
  .regex(/^([1-9]\d?|100)$/, { error: 'The :attribute field must be between 1 and 100.' })
  .transform(Number)
  .describe('The number of records of a page, 1 to 100.')

/** The query of a list: its filters and the page. */
export const listQuery = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.object({
    ...filters,
    page: z
      .string()
      .optional()
      // `page[]=2` is an array.
      .catch(undefined)
      .describe('The page, from 1. Other values are read as 1.'),
    per_page: perPage.optional(),
  })

/** The part of a list's query that selects the page. */
export interface PageQuery {
  readonly search?: string | undefined
  readonly page?: string | undefined
  readonly per_page?: number | undefined
}
