import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { job } from './job.record.js'

export const readJobOperation = operation(
  { summary: 'Reads a job.', params: IdParams, answer: job.schema, notFound: true },
  (domain, { params }) => readRecord(domain, job, params.id),
)
