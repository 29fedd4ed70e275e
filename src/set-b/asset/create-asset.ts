import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { wirePathOf } from '../wire-path.js'
import { asset, assetNames, NewAssetBody } from './asset.wire.js'

export const createAssetOperation = operation(
  {
    summary: 'Puts an asset into a zone. For admins and technicians.',
    status: 201,
    body: NewAssetBody,
    answer: asset.schema,
    wirePath: wirePathOf(assetNames),
  },
  (domain, { body: { assetTypeId, ...body } }) =>
    answerWritten(domain, asset, createAsset(domain, { ...body, typeId: assetTypeId })),
)
