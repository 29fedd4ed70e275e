import type { Condition } from '../../db/read/page.js'
import type { Domain } from '../../domain/domain.js'
import type { ValidatedRequest } from '../../http/operation.js'
import type { Records } from '../records.js'
import type { PageQuery } from './page.wire.js'
import { envelope, readPageNumber } from './paginator.js'

/** Reads one page of records and how many there are in all. */
export async function answerPage<Row, Presented>(
  domain: Domain,
  records: Records<Row>,
  {
    query,
    path,
    search,
  }: ValidatedRequest<unknown, PageQuery & { readonly search?: string | undefined }>,
  {
    where,
    perPage: usual,
    present,
  }: {
    where: readonly Condition[]
    /** How many records a page has where the query does not say. */
    perPage: number
    present: (rows: readonly Row[]) => Presented[] | Promise<Presented[]>
  },
) {
  const page = readPageNumber(query.page)
  const perPage = query.per_page ?? usual
  const { rows, total } = await records.page(domain, where, {
    limit: perPage,
    offset: (page - 1) * perPage,
    searched: Boolean(query.search?.trim()),
  })
  return envelope({ total, page, perPage, path, kept: kept(search) }, await present(rows))
}

/** All parameters but `page`, as the links repeat them: blank ones are left out, and of several the last one counts. */
function kept(search: string): string {
  const parameters = new Map(new URLSearchParams(search))
  parameters.delete('page')
  return [...parameters]
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${encode(name)}=${encode(value.trim())}&`)
    .join('')
}

/** As PHP does by RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
