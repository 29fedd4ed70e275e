import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { assetErrorPath, NewAssetBody } from './asset.body.js'
import { asset } from './asset.record.js'

export const createAssetOperation = operation(
  {
    summary: 'Adds an asset to a zone. For admins and technicians.',
    status: 201,
    body: NewAssetBody,
    dryRun: true,
    answer: asset.schema,
    errorPath: assetErrorPath,
  },
  (domain, { body: { assetTypeId, ...body } }) =>
    writeRecord(domain, asset, (tx) => createAsset(tx, { ...body, typeId: assetTypeId })),
)
