import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { client } from './client.record.js'

export const listClientsOperation = operation(
  { summary: 'Lists the company’s clients.', query: PageQuery, answer: pageOf(client) },
  (domain, { query }) => readPage(domain, client, query),
)
