import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { normalizeBody } from '../normalize-input.js'
import { asset } from './asset.record.js'
import { NewAsset, newAssetErrorPath, valuesOf } from './new-asset.body.js'

export const createAssetOperation = operation(
  {
    description: 'Adds an asset with a barcode to a zone.',
    status: 201,
    body: NewAsset,
    example: {
      body: {
        zone_id: 1,
        asset_type_id: 1,
        meta_data: { '019b76da-a850-716a-a590-86746347e4a0': 'Foam' },
      },
    },
    dryRun: true,
    answer: asset.schema,
    normalizeBody,
    errorPath: newAssetErrorPath,
  },
  (domain, { body }) =>
    writeRecord(domain, asset, (tx) =>
      createAsset(tx, {
        zoneId: body.zone_id,
        typeId: body.asset_type_id,
        code: body.code,
        customFieldValues: valuesOf(body),
      }),
    ),
)
