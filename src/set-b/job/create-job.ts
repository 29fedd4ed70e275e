import { createJob } from '../../domain/job/create-job.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { jobErrorPath, NewJobBody, newJobOf } from './job.body.js'
import { job } from './job.record.js'

export const createJobOperation = operation(
  {
    description: 'Schedules a job. For admins.',
    status: 201,
    body: NewJobBody,
    example: {
      body: {
        startAt: 1_898_845_200,
        endAt: 1_898_854_200,
        jobTypeId: demoIds.jobType,
        siteId: demoIds.site,
        technicianId: demoIds.user,
        reference: 'PO-1045',
        requiresSignature: true,
        zoneIds: [demoIds.zone],
        instructions: 'Report to the gatehouse.',
      },
    },
    dryRun: true,
    answer: job.schema,
    errorPath: jobErrorPath,
  },
  (domain, { body }) => writeRecord(domain, job, (tx) => createJob(tx, newJobOf(body))),
)
