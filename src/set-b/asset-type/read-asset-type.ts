import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { assetType } from './asset-type.record.js'

export const readAssetTypeOperation = operation(
  { summary: 'Reads an asset type.', params: IdParams, answer: assetType.schema, notFound: true },
  (domain, { params }) => readRecord(domain, assetType, params.id),
)
