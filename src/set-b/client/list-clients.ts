import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { client } from './client.wire.js'

export const listClientsOperation = operation(
  { summary: 'Lists the company’s clients.', query: PageQuery, answer: pageOf(client) },
  (domain, { query }) => answerPage(domain, client, query),
)
