import { z } from 'zod'
import { MAX_INT32 } from '../db/read/statement.js'
import type { ModelName } from '../db/read/model.js'
import type { Condition } from '../db/read/filter.js'
import type { Domain } from '../domain/domain.js'
import { operation } from '../http/operation.js'
import { columns, readRecord, readRecordPage, requireRow } from '../http/reader.js'
import type { RecordType } from '../http/record.js'
import { demoIds } from './demo-ids.js'

/** Returns the record with the id in the path. */
export const readOperation = <Model extends ModelName>(
  description: string,
  type: RecordType<Model>,
  exampleId: string,
) =>
  operation(
    {
      description,
      params: z.object({ id: z.uuid().describe('The id of the record.') }),
      example: { params: { id: exampleId } },
      answer: type.schema,
      notFound: true,
    },
    (domain, { params }) => readRecord(domain, type, params.id),
  )

/**
 * Returns a page of the company's records that meet the conditions, in the order of their creation. Sends two
 * statements.
 */
export const listOperation = <Model extends ModelName>(
  description: string,
  type: RecordType<Model>,
  where: readonly Condition[] = [],
) =>
  operation(
    { description, query: PageQuery, example: { query: examplePage }, answer: pageOf(type) },
    (domain, { query }) => readListResponse(domain, type, query, where),
  )

/** Like `listOperation`, for the records of the site with the id in the query. Sends three statements. */
export const listOfSiteOperation = <Model extends ModelName>(
  description: string,
  type: RecordType<Model>,
  { filters }: { readonly filters: { readonly siteIds: (ids: string[]) => Condition } },
) =>
  operation(
    {
      description,
      query: SitePageQuery,
      example: { query: { ...examplePage, id: demoIds.site } },
      answer: pageOf(type),
      notFound: true,
    },
    async (domain, { query }) => {
      const [page] = await Promise.all([
        readListResponse(domain, type, query, [filters.siteIds([query.id])]),
        requireRow(domain, noColumns, query.id),
      ])
      return page
    },
  )

const examplePage = { pageSize: '20', pageIndex: '0' }

/** A query parameter made of digits, as a number between two bounds. */
function digits(min: number, max: number) {
  const error = `A whole number from ${min} to ${max} is expected.`
  return z
    .string()
    .regex(/^[0-9]+$/, error)
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(min, error).max(max, error))
}

/** Every list requires both parameters; a number out of range is an error. */
const PageQuery = z.object({
  pageSize: digits(1, 1000).describe('The number of records of a page, 1 to 1000.'),
  pageIndex: digits(0, MAX_INT32).describe('The index of the page, from 0.'),
})

const SitePageQuery = PageQuery.extend({ id: z.uuid().describe('The site.') })

/** Set B, one of the two REST APIs: page envelope. */
const pageOf = ({ schema }: { readonly schema: z.ZodObject }) =>
  z
    .strictObject({
      data: z.array(schema),
      pageIndex: z.int().describe('The index of the page, from 0, as in the query.'),
      pageSize: z.int().describe('As in the query.'),
      total: z.int().describe('The number of records on all pages.'),
    })
    .meta({ id: `${schema.meta()?.id ?? ''}Page` })

async function readListResponse<Model extends ModelName>(
  domain: Domain,
  type: RecordType<Model>,
  { pageIndex, pageSize }: z.output<typeof PageQuery>,
  where: readonly Condition[] = [],
) {
  const page = { where, limit: pageSize, offset: pageIndex * pageSize }
  const { records, total } = await readRecordPage(domain, type, page)
  return { data: records, pageIndex, pageSize, total }
}

const noColumns = columns('Site')
