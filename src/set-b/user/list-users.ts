import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { listedUser } from './user.wire.js'

export const listUsersOperation = operation(
  { summary: 'Lists the company’s users.', query: PageQuery, answer: pageOf(listedUser) },
  (domain, { query }) => answerPage(domain, listedUser, query),
)
