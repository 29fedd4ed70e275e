import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { zoneType } from './zone-type.wire.js'

export const listZoneTypesOperation = operation(
  { summary: 'Lists the company’s zone types.', query: PageQuery, answer: pageOf(zoneType) },
  (domain, { query }) => answerPage(domain, zoneType, query),
)
