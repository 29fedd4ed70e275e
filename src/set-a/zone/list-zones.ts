import { z } from 'zod'
import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneListing } from '../../domain/zone/zone-listing.js'
import { operation } from '../../http/operation.js'
import { columns, requireRow } from '../../http/reader.js'
import { search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readListResponse } from '../page/read-list-response.js'
import { zoneInList } from './zone.record.js'

const Params = z.object({
  site: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .describe('The id of the site.'),
})
const Query = listQuery({ search: search.optional().describe('Text that the name contains.') }, 15)

const noColumns = columns('Site')

export const listZones = operation(
  {
    description: 'A page of the zones of a site, with their types.',
    params: Params,
    query: Query,
    example: { params: { site: '1' }, query: { search: 'office' } },
    answer: pageOf(zoneInList),
    normalizeQuery,
    notFound: true,
  },
  async (domain, request) => {
    const { site } = request.params
    await requireRow(domain, noColumns, site)
    const where = conditionsOf(zoneListing, { siteIds: [site], search: request.query.search })
    return readListResponse(domain, zoneInList, request, where)
  },
)
