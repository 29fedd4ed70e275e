import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { listedUser } from './user.record.js'

export const listUsersOperation = operation(
  { summary: 'Lists the company’s users.', query: PageQuery, answer: pageOf(listedUser) },
  (domain, { query }) => readPage(domain, listedUser, query),
)
