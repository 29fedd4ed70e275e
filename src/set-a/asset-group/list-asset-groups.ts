import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneTypeListing } from '../../domain/zone-type/zone-type-listing.js'
import { operation } from '../../http/operation.js'
import { assetTypeFields, type AssetTypeRow } from '../asset-type/asset-type.wire.js'
import { prepareQuery, search } from '../input.js'
import { answerPage } from '../page/answer-page.js'
import { listQuery, pageOf } from '../page/page.wire.js'
import { Records } from '../records.js'
import {
  AssetGroup,
  assetGroupFields,
  type AssetGroupRow,
  presentAssetGroup,
} from './asset-group.wire.js'

const assetGroups = new Records<AssetGroupRow>('ZoneType', assetGroupFields)
const assetTypes = new Records<AssetTypeRow>('AssetType', assetTypeFields)

const Query = listQuery({ search: search.optional().describe('A part of the description.') })

export const listAssetGroups = operation(
  { summary: 'List asset groups', query: Query, answer: pageOf(AssetGroup), prepareQuery },
  (domain, asked) => {
    const where = conditionsOf(zoneTypeListing, { search: asked.query.search })
    const present = async (groups: readonly AssetGroupRow[]) => {
      const ids = groups.map(({ id }) => id)
      const parents = { model: 'ZoneType', relation: 'assetTypes', ids } as const
      const typesOf = await assetTypes.childrenOf(domain, parents)
      return groups.map((group) => presentAssetGroup(group, typesOf(group.id)))
    }
    return answerPage(domain, assetGroups, asked, { where, perPage: 20, present })
  },
)
