import { updateAsset } from '../../domain/asset/update-asset.js'
import { operation } from '../../http/operation.js'
import { readWritten } from '../../http/reader.js'
import { AssetChangeBody, assetErrorPath } from './asset.body.js'
import { asset } from './asset.record.js'

export const updateAssetOperation = operation(
  {
    summary:
      'Changes the asset that `id` names; what is left out stays as it is. For admins and technicians.',
    body: AssetChangeBody,
    answer: asset.schema,
    wirePath: assetErrorPath,
    finds: true,
  },
  (domain, { body: { assetTypeId, ...body } }) =>
    readWritten(domain, asset, updateAsset(domain, { ...body, typeId: assetTypeId })),
)
