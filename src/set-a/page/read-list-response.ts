import type { ModelName } from '../../db/read/model.js'
import type { Condition } from '../../db/read/filter.js'
import type { Domain } from '../../domain/domain.js'
import type { ValidatedRequest } from '../../http/operation.js'
import { readRecordPage } from '../../http/reader.js'
import type { RecordType } from '../../http/record.js'
import type { PageQuery } from './page.schema.js'
import { envelope, readPageNumber } from './paginator.js'

/** The response of a list: the requested page of records in the envelope. */
export async function readListResponse<Model extends ModelName>(
  domain: Domain,
  type: RecordType<Model>,
  { query, path, search }: ValidatedRequest<unknown, PageQuery>,
  where: readonly Condition[],
) {
  const page = readPageNumber(query.page)
  const perPage = Number(query.per_page)
  const { records, total } = await readRecordPage(domain, type, {
    where,
    limit: perPage,
    offset: (page - 1) * perPage,
    isSearch: Boolean(query.search?.trim()),
  })
  return envelope({ total, page, perPage, path, kept: keptParameters(search) }, records)
}

/**
 * The query string of the links: that of the request without `page` and blank parameters. The last value of a repeated
 * parameter counts.
 */
function keptParameters(search: string): string {
  const parameters = new Map(new URLSearchParams(search))
  return [...parameters]
    .filter(([name, value]) => value.trim() !== '' && name.split('[', 1)[0] !== 'page')
    .map(([name, value]) => `${encode(name)}=${encode(value.trim())}&`)
    .join('')
}

/** Percent-encodes as PHP's `rawurlencode` does (RFC 3986). */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
