import { createJob } from '../../domain/job/create-job.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { jobErrorPath, NewJobBody, newJobOf } from './job.body.js'
import { job } from './job.record.js'

export const createJobOperation = operation(
  {
    summary: 'Schedules a job. For admins.',
    status: 201,
    body: NewJobBody,
    dryRun: true,
    answer: job.schema,
    errorPath: jobErrorPath,
  },
  (domain, { body }) => writeRecord(domain, job, (tx) => createJob(tx, newJobOf(body))),
)
