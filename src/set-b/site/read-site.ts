import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { site } from './site.record.js'

export const readSiteOperation = operation(
  { summary: 'Reads a site.', params: IdParams, answer: site.schema, notFound: true },
  (domain, { params }) => readRecord(domain, site, params.id),
)
