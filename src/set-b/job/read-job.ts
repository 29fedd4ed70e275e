import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { job } from './job.wire.js'

export const readJobOperation = operation(
  { summary: 'Reads a job.', params: IdParams, answer: job.schema, finds: true },
  (domain, { params }) => answerRecord(domain, job, params.id),
)
