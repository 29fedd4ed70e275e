import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { asset } from './asset.wire.js'

export const readAssetOperation = operation(
  { summary: 'Reads an asset.', params: IdParams, answer: asset.schema, finds: true },
  (domain, { params }) => answerRecord(domain, asset, params.id),
)
