import { operation } from '../../http/operation.js'
import { PageQuery, pageOf } from '../page.js'
import { answerPage } from '../read.js'
import { jobType } from './job-type.wire.js'

export const listJobTypesOperation = operation(
  { summary: 'Lists the company’s job types.', query: PageQuery, answer: pageOf(jobType) },
  (domain, { query }) => answerPage(domain, jobType, query),
)
