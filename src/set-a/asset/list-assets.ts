import { assetListing } from '../../domain/asset/asset-listing.js'
import { conditionsOf } from '../../domain/listing/listing.js'
import { operation } from '../../http/operation.js'
import { boolean, dateRange, id, search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readListResponse } from '../page/read-list-response.js'
import { assetInList } from './asset-in-list.record.js'

/** Set A, one of the two REST APIs: list assets query parameters. */
const Query = listQuery(
  {
    search: search
      .optional()
      .describe('Text that the code, a value of `meta_data` or the barcode contains.'),
    asset_type_id: id.optional().describe('The id of an asset type.'),
    defective: boolean.optional().describe('Whether the asset is defective.'),
    overdue: boolean.optional().describe('Whether the next inspection is overdue.'),
    site: id.optional().describe('The id of a site.'),
    risk: id.optional().describe('The id of a risk.'),
    created_at: dateRange.optional(),
    last_inspection: dateRange.optional(),
    checklist: id.optional().describe('The id of a checklist.'),
  },
  10,
)

export const listAssets = operation(
  {
    description: "A page of the company's assets that match all given filters.",
    query: Query,
    example: { query: { search: 'foam', site: 1 } },
    answer: pageOf(assetInList),
    normalizeQuery,
  },
  (domain, request) => {
    const { query } = request
    const where = conditionsOf(assetListing, {
      search: query.search,
      typeIds: arrayOf(query.asset_type_id),
      defective: query.defective,
      overdue: query.overdue,
      siteIds: arrayOf(query.site),
      riskIds: arrayOf(query.risk),
      createdAt: query.created_at,
      lastInspectedAt: query.last_inspection,
      checklistIds: arrayOf(query.checklist),
    })
    return readListResponse(domain, assetInList, request, where)
  },
)

const arrayOf = (id: number | undefined) => (id === undefined ? undefined : [id])
