import { createJob } from '../../domain/job/create-job.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { wirePathOf } from '../wire-path.js'
import { job, jobNames, NewJobBody, newJobOf } from './job.wire.js'

export const createJobOperation = operation(
  {
    summary: 'Schedules a job. For admins.',
    status: 201,
    body: NewJobBody,
    answer: job.schema,
    wirePath: wirePathOf(jobNames),
  },
  (domain, { body }) => answerWritten(domain, job, createJob(domain, newJobOf(body))),
)
