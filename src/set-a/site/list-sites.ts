import { siteNameContains } from '../../domain/site/site-listing.js'
import { operation } from '../../http/operation.js'
import { search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readPage } from '../page/read-page.js'
import { siteInList } from './site-in-list.record.js'

const Query = listQuery({ search: search.optional().describe('Text that the name contains.') })

export const listSites = operation(
  { summary: 'List sites', query: Query, answer: pageOf(siteInList), normalizeQuery },
  (domain, request) =>
    readPage(domain, siteInList, request, {
      where: request.query.search === undefined ? [] : [siteNameContains(request.query.search)],
      perPage: 10,
    }),
)
