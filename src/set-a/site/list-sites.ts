import { siteNameContains } from '../../domain/site/site-listing.js'
import { operation } from '../../http/operation.js'
import { search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readListResponse } from '../page/read-list-response.js'
import { siteInList } from './site-in-list.record.js'

const Query = listQuery({ search: search.optional().describe('Text that the name contains.') }, 10)

export const listSites = operation(
  {
    description: "A page of the company's sites, with their clients and risk.",
    query: Query,
    example: { query: { search: 'marina' } },
    answer: pageOf(siteInList),
    normalizeQuery,
  },
  (domain, request) => {
    const { search: text } = request.query
    return readListResponse(
      domain,
      siteInList,
      request,
      text === undefined ? [] : [siteNameContains(text)],
    )
  },
)
