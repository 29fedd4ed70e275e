import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { prepare } from '../input.js'
import { Records } from '../records.js'
import { Asset, assetFields, type AssetRow, presentAsset } from './asset.wire.js'
import { NewAsset, newAssetPath, valuesIn } from './new-asset.wire.js'

const assets = new Records<AssetRow>('Asset', assetFields)

export const createAssetOperation = operation(
  {
    summary: 'Onboard asset',
    status: 201,
    body: NewAsset,
    answer: Asset,
    prepareBody: prepare,
    wirePath: newAssetPath,
  },
  async (domain, { body }) => {
    const written = await createAsset(domain, {
      zoneId: body.zone_id,
      typeId: body.asset_type_id,
      code: body.code,
      metaData: valuesIn(body),
    })
    return presentAsset(await assets.written(domain, written))
  },
)
