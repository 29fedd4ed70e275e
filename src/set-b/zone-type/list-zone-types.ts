import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { zoneType } from './zone-type.record.js'

export const listZoneTypesOperation = operation(
  { summary: 'Lists the company’s zone types.', query: PageQuery, answer: pageOf(zoneType) },
  (domain, { query }) => readPage(domain, zoneType, query),
)
