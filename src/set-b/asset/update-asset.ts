import { updateAsset } from '../../domain/asset/update-asset.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { wirePathOf } from '../wire-path.js'
import { asset, AssetChangeBody, assetNames } from './asset.wire.js'

export const updateAssetOperation = operation(
  {
    summary:
      'Changes the asset that `id` names; what is left out stays as it is. For admins and technicians.',
    body: AssetChangeBody,
    answer: asset.schema,
    wirePath: wirePathOf(assetNames),
    finds: true,
  },
  (domain, { body: { assetTypeId, ...body } }) =>
    answerWritten(domain, asset, updateAsset(domain, { ...body, typeId: assetTypeId })),
)
