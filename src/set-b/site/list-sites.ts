import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { site } from './site.wire.js'

export const listSitesOperation = operation(
  { summary: 'Lists the company’s sites.', query: PageQuery, answer: pageOf(site) },
  (domain, { query }) => answerPage(domain, site, query),
)
