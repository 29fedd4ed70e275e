import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { zoneType } from './zone-type.wire.js'

export const readZoneTypeOperation = operation(
  { summary: 'Reads a zone type.', params: IdParams, answer: zoneType.schema, finds: true },
  (domain, { params }) => answerRecord(domain, zoneType, params.id),
)
