import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { site } from './site.record.js'

export const listSitesOperation = operation(
  { summary: 'Lists the company’s sites.', query: PageQuery, answer: pageOf(site) },
  (domain, { query }) => readPage(domain, site, query),
)
