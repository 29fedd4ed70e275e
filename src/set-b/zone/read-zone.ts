import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { zone } from './zone.wire.js'

export const readZoneOperation = operation(
  { summary: 'Reads a zone.', params: IdParams, answer: zone.schema, finds: true },
  (domain, { params }) => answerRecord(domain, zone, params.id),
)
