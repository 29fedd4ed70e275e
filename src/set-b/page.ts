import { z } from 'zod'
import { MAX_INT32 } from '../db/read/max-int32.js'
import type { ModelName } from '../db/read/model.js'
import type { Condition } from '../db/read/page.js'
import type { Domain } from '../domain/domain.js'
import { columns, readRecordPage, requireRow } from '../http/reader.js'
import type { RecordType } from '../http/record.js'

/** A query parameter made of digits, as a number between two bounds. */
function digits(min: number, max: number) {
  const error = `A whole number from ${min} to ${max} is expected.`
  return z
    .string()
    .regex(/^[0-9]+$/, error)
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(min, error).max(max, error))
}

/** Every list requires both; a number out of range is an error. */
export const PageQuery = z.object({
  pageSize: digits(1, 1000).describe('The number of records of a page, 1 to 1000.'),
  pageIndex: digits(0, MAX_INT32).describe('The index of the page, from 0.'),
})

type PageQuery = z.output<typeof PageQuery>

export const SitePageQuery = PageQuery.extend({ id: z.uuid().describe('The site.') })

/** The id in the path of a read. */
export const IdParams = z.object({ id: z.uuid() })

/** Specification, Set B: Page envelope. */
export const pageOf = ({ schema }: { readonly schema: z.ZodObject }) =>
  z
    .strictObject({
      data: z.array(schema),
      pageIndex: z.int().describe('The index of the page, from 0, as in the query.'),
      pageSize: z.int().describe('As in the query.'),
      total: z.int().describe('The number of records on all pages.'),
    })
    .meta({ id: `${schema.meta()?.id ?? ''}Page` })

/** One page of the company's records, by id. Two statements. */
export async function readPage<Model extends ModelName>(
  domain: Domain,
  type: RecordType<Model>,
  { pageIndex, pageSize }: PageQuery,
  where: readonly Condition[] = [],
) {
  const page = { where, limit: pageSize, offset: pageIndex * pageSize }
  const { records, total } = await readRecordPage(domain, type, page)
  return { data: records, pageIndex, pageSize, total }
}

const noColumns = columns('Site')

/** One page of records of the site `id`. Throws NOT_FOUND or REMOVED for the site. Three statements. */
export async function readSitePage<Model extends ModelName>(
  domain: Domain,
  type: RecordType<Model>,
  query: z.output<typeof SitePageQuery>,
  where: readonly Condition[],
) {
  const [page] = await Promise.all([
    readPage(domain, type, query, where),
    requireRow(domain, noColumns, query.id),
  ])
  return page
}
