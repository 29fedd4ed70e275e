import { z } from 'zod'
import { isActiveJobType } from '../../domain/job-type/job-type-listing.js'
import { operation } from '../../http/operation.js'
import { readAllRecords } from '../../http/reader.js'
import { jobTypeInList } from './job-type.record.js'

export const listJobTypes = operation(
  { description: 'All job types that a new job can have.', answer: z.array(jobTypeInList.schema) },
  (domain) => readAllRecords(domain, jobTypeInList, [isActiveJobType]),
)
