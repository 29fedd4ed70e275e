import { z } from 'zod'
import type { RecordType } from './record.js'

/** A query parameter made of digits, as a number between two bounds. */
function digits(least: number, most: number) {
  const error = `A whole number from ${least} to ${most} is expected.`
  return z
    .string()
    .regex(/^[0-9]+$/, error)
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(least, error).max(most, error))
}

/** Both are required of every list; neither is ever clamped. */
export const PageQuery = z.object({
  pageSize: digits(1, 1000).describe('How many records a page has: 1 to 1000.'),
  pageIndex: digits(0, 2_147_483_647).describe('Which page is wanted, counted from 0.'),
})

export type PageQuery = z.output<typeof PageQuery>

/** The records of one site. */
export const SitePageQuery = PageQuery.extend({ id: z.uuid().describe('The site.') })

/** The id in the path of a read. */
export const IdParams = z.object({ id: z.uuid() })

/** Specification, Set B: Page envelope. */
export const pageOf = ({ schema }: RecordType) =>
  z
    .strictObject({
      data: z.array(schema),
      pageIndex: z.int().describe('As asked for, counted from 0.'),
      pageSize: z.int().describe('As asked for.'),
      total: z.int().describe('How many records there are on all pages.'),
    })
    .meta({ id: `${schema.meta()?.id ?? ''}Page` })
