import { assetListing } from '../../domain/asset/asset-listing.js'
import { conditionsOf } from '../../domain/listing/listing.js'
import { operation } from '../../http/operation.js'
import { boolean, dateRange, id, prepareQuery, search } from '../input.js'
import { answerPage } from '../page/answer-page.js'
import { listQuery, pageOf } from '../page/page.wire.js'
import { Records } from '../records.js'
import {
  AssetInList,
  assetInListFields,
  type AssetInListRow,
  presentAssetInList,
} from './asset-in-list.wire.js'

const assets = new Records<AssetInListRow>('Asset', assetInListFields)

/** Set A: List assets query parameters. */
const Query = listQuery({
  search: search
    .optional()
    .describe('A part of the code, of a value in `meta_data` or of the barcode.'),
  asset_type_id: id.optional(),
  defective: boolean.optional(),
  overdue: boolean.optional(),
  site: id.optional(),
  risk: id.optional(),
  created_at: dateRange.optional(),
  last_inspection: dateRange.optional(),
  checklist: id.optional(),
})

export const listAssets = operation(
  { summary: 'List assets', query: Query, answer: pageOf(AssetInList), prepareQuery },
  (domain, asked) => {
    const { query } = asked
    const where = conditionsOf(assetListing, {
      search: query.search,
      typeIds: one(query.asset_type_id),
      defective: query.defective,
      overdue: query.overdue,
      siteIds: one(query.site),
      riskIds: one(query.risk),
      createdAt: query.created_at,
      lastInspection: query.last_inspection,
      checklistIds: one(query.checklist),
    })
    const present = (rows: readonly AssetInListRow[]) => rows.map(presentAssetInList)
    return answerPage(domain, assets, asked, { where, perPage: 10, present })
  },
)

const one = (given: number | undefined) => (given === undefined ? undefined : [given])
