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

const perPage = z.string().refine((text) => /^([1-9]\d?|100)$/.test(text), {
  error: 'The :attribute field must be between 1 and 100.',
})

/**
 * The query of a list: its filters and the page. If the query has no `per_page`, a page has `defaultPerPage` records.
 */
export const listQuery = <Filters extends z.ZodRawShape>(
  filters: Filters,
  defaultPerPage: number,
) =>
  z.object({
    ...filters,
    page: z
      .string()
      .optional()
      // `page[]=2` is an array.
      .catch(undefined)
      .meta({ type: 'integer', minimum: 1, default: 1 })
      .describe('The page, from 1. Other values are read as 1.'),
    per_page: perPage
      .default(String(defaultPerPage))
      .meta({ type: 'integer', minimum: 1, maximum: 100, default: defaultPerPage })
      .describe('The number of records of a page, 1 to 100.'),
  })

/** The part of a list's query that selects the page. */
export interface PageQuery {
  readonly search?: string | undefined
  readonly page?: string | undefined
  /** Digits. */
  readonly per_page: string
}
