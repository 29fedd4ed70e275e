import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { assetType } from './asset-type.record.js'

export const listAssetTypesOperation = operation(
  { summary: 'Lists the company’s asset types.', query: PageQuery, answer: pageOf(assetType) },
  (domain, { query }) => readPage(domain, assetType, query),
)
