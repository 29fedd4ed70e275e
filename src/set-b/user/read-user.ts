import { operation } from '../../http/operation.js'
import { IdParams } from '../page.js'
import { answerRecord } from '../read.js'
import { user } from './user.wire.js'

export const readUserOperation = operation(
  {
    summary: 'Reads a user; the answer has no `id`.',
    params: IdParams,
    answer: user.schema,
    finds: true,
  },
  (domain, { params }) => answerRecord(domain, user, params.id),
)
