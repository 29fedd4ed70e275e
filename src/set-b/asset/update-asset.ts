import { updateAsset } from '../../domain/asset/update-asset.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { AssetChangeBody, assetErrorPath } from './asset.body.js'
import { asset } from './asset.record.js'

export const updateAssetOperation = operation(
  {
    description:
      'Changes the asset with the `id`. Fields that are left out keep their values. For admins and technicians.',
    body: AssetChangeBody,
    example: { body: { id: demoIds.asset, riskLevel: 'Critical' } },
    dryRun: true,
    answer: asset.schema,
    errorPath: assetErrorPath,
    notFound: true,
  },
  (domain, { body: { assetTypeId, ...body } }) =>
    writeRecord(domain, asset, (tx) => updateAsset(tx, { ...body, typeId: assetTypeId })),
)
