import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { asset } from './asset.record.js'

export const readAssetOperation = operation(
  { summary: 'Reads an asset.', params: IdParams, answer: asset.schema, notFound: true },
  (domain, { params }) => readRecord(domain, asset, params.id),
)
