import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { client } from './client.wire.js'

export const readClientOperation = operation(
  { summary: 'Reads a client.', params: IdParams, answer: client.schema, finds: true },
  (domain, { params }) => answerRecord(domain, client, params.id),
)
