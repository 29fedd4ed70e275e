import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { asset } from './asset.wire.js'

export const listAssetsOperation = operation(
  { summary: 'Lists the company’s assets.', query: PageQuery, answer: pageOf(asset) },
  (domain, { query }) => answerPage(domain, asset, query),
)
