import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { assetErrorPath, NewAssetBody } from './asset.body.js'
import { asset } from './asset.record.js'

export const createAssetOperation = operation(
  {
    description: 'Adds an asset to a zone. For admins and technicians.',
    status: 201,
    body: NewAssetBody,
    example: {
      body: {
        assetTypeId: demoIds.assetType,
        zoneId: demoIds.zone,
        riskLevel: 'High',
        metaData: [{ id: demoIds.customField, value: 'Foam' }],
      },
    },
    dryRun: true,
    answer: asset.schema,
    errorPath: assetErrorPath,
  },
  (domain, { body: { assetTypeId, metaData, ...body } }) =>
    writeRecord(domain, asset, (tx) =>
      createAsset(tx, {
        ...body,
        typeId: assetTypeId,
        customFieldValues: metaData?.map(({ id, value }) => ({ fieldId: id, value })),
      }),
    ),
)
