import { operation } from '../../http/operation.js'
import { pageOf, PageQuery, readPage } from '../page.js'
import { jobType } from './job-type.record.js'

export const listJobTypesOperation = operation(
  { summary: 'Lists the company’s job types.', query: PageQuery, answer: pageOf(jobType) },
  (domain, { query }) => readPage(domain, jobType, query),
)
