import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { asset } from './asset.record.js'

export const listAssetsOperation = operation(
  { summary: 'Lists the company’s assets.', query: PageQuery, answer: pageOf(asset) },
  (domain, { query }) => readPage(domain, asset, query),
)
