import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { zone } from './zone.record.js'

export const readZoneOperation = operation(
  { summary: 'Reads a zone.', params: IdParams, answer: zone.schema, notFound: true },
  (domain, { params }) => readRecord(domain, zone, params.id),
)
