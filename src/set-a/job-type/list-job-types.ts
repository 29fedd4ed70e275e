import { z } from 'zod'
import { isActiveJobType } from '../../domain/job-type/job-type-listing.js'
import { operation } from '../../http/operation.js'
import { readAllRecords } from '../../http/reader.js'
import { jobTypeInList } from './job-type.record.js'

export const listJobTypes = operation(
  { summary: 'List job types', answer: z.array(jobTypeInList.schema) },
  (domain) => readAllRecords(domain, jobTypeInList, [isActiveJobType]),
)
