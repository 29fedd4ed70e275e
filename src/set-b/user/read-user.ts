import { operation } from '../../http/operation.js'
import { readRecord } from '../../http/reader.js'
import { IdParams } from '../page.js'
import { user } from './user.record.js'

export const readUserOperation = operation(
  {
    summary: 'Reads a user; the response has no `id`.',
    params: IdParams,
    answer: user.schema,
    notFound: true,
  },
  (domain, { params }) => readRecord(domain, user, params.id),
)
