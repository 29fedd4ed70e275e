import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneTypeListing } from '../../domain/zone-type/zone-type-listing.js'
import { operation } from '../../http/operation.js'
import { search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readListResponse } from '../page/read-list-response.js'
import { assetGroup } from './asset-group.record.js'

const Query = listQuery(
  { search: search.optional().describe('Text that the description contains.') },
  20,
)

export const listAssetGroups = operation(
  {
    description:
      'A page of the asset groups, which are the types of zones, with their asset types.',
    query: Query,
    example: { query: { search: 'office' } },
    answer: pageOf(assetGroup),
    normalizeQuery,
  },
  (domain, request) => {
    const where = conditionsOf(zoneTypeListing, { search: request.query.search })
    return readListResponse(domain, assetGroup, request, where)
  },
)
