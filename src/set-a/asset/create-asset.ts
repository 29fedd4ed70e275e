import { createAsset } from '../../domain/asset/create-asset.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { normalizeBody } from '../normalize-input.js'
import { asset } from './asset.record.js'
import { NewAsset, newAssetErrorPath, valuesOf } from './new-asset.body.js'

export const createAssetOperation = operation(
  {
    summary: 'Onboard asset',
    status: 201,
    body: NewAsset,
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
        metaData: valuesOf(body),
      }),
    ),
)
