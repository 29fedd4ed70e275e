import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { assetType } from './asset-type.wire.js'

export const listAssetTypesOperation = operation(
  { summary: 'Lists the company’s asset types.', query: PageQuery, answer: pageOf(assetType) },
  (domain, { query }) => answerPage(domain, assetType, query),
)
