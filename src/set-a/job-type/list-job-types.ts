import { z } from 'zod'
import { operation } from '../../http/operation.js'
import { Records } from '../records.js'
import {
  JobTypeInList,
  jobTypeInListFields,
  type JobTypeInListRow,
  presentJobTypeInList,
} from './job-type.wire.js'

const jobTypes = new Records<JobTypeInListRow>('JobType', jobTypeInListFields)

export const listJobTypes = operation(
  { summary: 'List job types', answer: z.array(JobTypeInList) },
  async (domain) => (await jobTypes.list(domain)).map(presentJobTypeInList),
)
