import { z } from 'zod'
import { operation } from '../../http/operation.js'
import { Records } from '../records.js'
import {
  AssetTypeInList,
  assetTypeInListFields,
  type AssetTypeInListRow,
  presentAssetTypeInList,
  zoneTypeFields,
  type ZoneTypeRow,
} from './asset-type-in-list.wire.js'

const assetTypes = new Records<AssetTypeInListRow>('AssetType', assetTypeInListFields)
const zoneTypes = new Records<ZoneTypeRow>('ZoneType', zoneTypeFields)

export const listAssetTypes = operation(
  { summary: 'List asset types', answer: z.array(AssetTypeInList) },
  async (domain) => {
    const types = await assetTypes.list(domain)
    const ids = types.map(({ id }) => id)
    const parents = { model: 'AssetType', relation: 'zoneTypes', ids } as const
    const zoneTypesOf = await zoneTypes.childrenOf(domain, parents)
    return types.map((type) => presentAssetTypeInList(type, zoneTypesOf(type.id)))
  },
)
