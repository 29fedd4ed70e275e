import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { client } from './client.record.js'

export const readClientOperation = operation(
  { summary: 'Reads a client.', params: IdParams, answer: client.schema, notFound: true },
  (domain, { params }) => readRecord(domain, client, params.id),
)
