import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { site } from './site.wire.js'

export const readSiteOperation = operation(
  { summary: 'Reads a site.', params: IdParams, answer: site.schema, finds: true },
  (domain, { params }) => answerRecord(domain, site, params.id),
)
