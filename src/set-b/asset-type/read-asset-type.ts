import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { assetType } from './asset-type.wire.js'

export const readAssetTypeOperation = operation(
  { summary: 'Reads an asset type.', params: IdParams, answer: assetType.schema, finds: true },
  (domain, { params }) => answerRecord(domain, assetType, params.id),
)
