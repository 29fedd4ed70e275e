import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { zoneType } from './zone-type.record.js'

export const readZoneTypeOperation = operation(
  { summary: 'Reads a zone type.', params: IdParams, answer: zoneType.schema, notFound: true },
  (domain, { params }) => readRecord(domain, zoneType, params.id),
)
