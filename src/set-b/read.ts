import { validate as isUuid } from 'uuid'
import type { Condition } from '../db/read/page.js'
import { readCount, readPage, type Reader } from '../db/read/read.js'
import type { Domain } from '../domain/domain.js'
import { DomainError } from '../domain/errors.js'
import { nounOf } from '../domain/noun.js'
import type { PageQuery } from './page.js'
import { isRemoved, recordType, type RecordType, type Row } from './record.js'

const readerOf = ({ db, viewer }: Domain): Reader => ({
  db,
  companyId: viewer.companyId,
})

/** One page of a company's records, by id. Two statements, however long the page. */
export async function answerPage(
  domain: Domain,
  { model, shape, present }: RecordType,
  { pageIndex, pageSize }: PageQuery,
  where: readonly Condition[] = [],
) {
  const reader = readerOf(domain)
  const offset = pageIndex * pageSize
  const [rows, total] = await Promise.all([
    readPage(reader, shape, { where, order: [], limit: pageSize, offset }),
    readCount(reader, model, where),
  ])
  return { data: rows.map(({ record }) => present(record)), pageIndex, pageSize, total }
}

/** One page of records of a site, which the query names; refuses as `answerRecord` does. Three statements. */
export async function answerSitePage(
  domain: Domain,
  type: RecordType,
  query: PageQuery & { id: string },
  where: readonly Condition[],
) {
  const [page] = await Promise.all([
    answerPage(domain, type, query, where),
    requireRow(domain, siteOfPage, query.id),
  ])
  return page
}

/** Only whether it is there is asked of the site. */
const siteOfPage = recordType('SiteOfPage', 'Site', {})

/** The record with a UUID. NOT_FOUND where the company has none; REMOVED where it had one. One statement. */
export async function answerRecord(domain: Domain, type: RecordType, id: string) {
  return type.present(await requireRow(domain, type, id))
}

/** The record that a verb has just written. */
export async function answerWritten(
  domain: Domain,
  type: RecordType,
  written: Promise<{ id: number }>,
) {
  const { id } = await written
  const row = await findRow(domain, type, hasId(id))
  if (!row) throw new Error(`expected the ${nounOf(type.model)} that was written, got none`)
  return type.present(row)
}

/** Refuses as `answerRecord` does. */
export async function requireRow(domain: Domain, type: RecordType, id: string): Promise<Row> {
  const noun = nounOf(type.model)
  const row = await findRow(domain, type, hasUuid(id))
  if (!row) throw new DomainError('NOT_FOUND', `There is no such ${noun}.`)
  if (isRemoved(row)) throw new DomainError('REMOVED', `This ${noun} was removed.`)
  return row
}

/** The one record that satisfies a condition, removed or not. */
async function findRow(
  domain: Domain,
  { shape }: RecordType,
  condition: Condition,
): Promise<Row | undefined> {
  const page = { where: [condition], order: [], limit: 1, removed: true }
  const [row] = await readPage(readerOf(domain), shape, page)
  return row?.record
}

const hasUuid =
  (id: string): Condition =>
  ({ column, parameter }) =>
    isUuid(id) ? `${column('uuid')} = ${parameter(id, 'uuid')}` : 'false'

const hasId =
  (id: number): Condition =>
  ({ column, parameter }) =>
    `${column('id')} = ${parameter(id, 'int')}`
