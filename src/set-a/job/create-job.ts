import { createJobWithFiles } from '../../domain/job/create-job-with-files.js'
import { existingInstantOf, instantOf } from '../../domain/site/site-time.js'
import { operation } from '../../http/operation.js'
import { columns, findRow, writeRecord } from '../../http/reader.js'
import { normalizeBody } from '../normalize-input.js'
import { job } from './job.record.js'
import { NewJob, newJobErrorPath } from './new-job.body.js'
import { readJobBody } from './uploads.js'

const siteTimezone = columns('Site', 'timezone')

export const createJobOperation = operation(
  {
    description:
      'Schedules a job for a technician. A multipart form can contain documents. Only for admins.',
    status: 201,
    body: NewJob,
    example: {
      body: {
        site_id: 1,
        job_type_id: 1,
        technician_id: 5,
        start_date: '2030-03-04',
        end_date: '2030-03-04',
        start_time: '09:00:00',
        end_time: '11:30:00',
        requires_signature: true,
        reference: 'PO-1045',
        special_instructions: 'Report to the gatehouse.',
      },
    },
    dryRun: true,
    answer: job.schema,
    consumes: ['application/json', 'multipart/form-data'],
    readBody: readJobBody,
    normalizeBody,
    errorPath: newJobErrorPath,
  },
  async (domain, { body }) => {
    const start = `${body.start_date} ${body.start_time}`
    const end = `${body.end_date} ${body.end_time}`
    const timezone = (await findRow(domain, siteTimezone, body.site_id))?.timezone ?? null
    const newJob = {
      siteId: body.site_id,
      jobTypeId: body.job_type_id,
      technicianId: body.technician_id,
      scheduledStart: instantOf(start, timezone) ?? INVALID_DATE,
      scheduledStartLocal: skippedTime(start, timezone),
      scheduledEnd: instantOf(end, timezone) ?? INVALID_DATE,
      scheduledEndLocal: skippedTime(end, timezone),
      requiresSignature: body.requires_signature,
      reference: body.reference,
      specialInstructions: body.special_instructions,
    }
    const files = (body.documents ?? []).map(({ name, content }) => ({ name, ...content }))
    const created = await writeRecord(domain, job, (tx) => createJobWithFiles(tx, newJob, files))
    return { ...created, start_date: start, end_date: end }
  },
)

/** A local time that clocks skip, for the domain, which refuses it; otherwise undefined. */
function skippedTime(text: string, timezone: string | null): string | undefined {
  const local = text.replace(' ', 'T')
  return existingInstantOf(local, timezone) === 'skipped' ? local : undefined
}

/** Replaces a malformed date or time in a dry run; otherwise the request was already rejected. */
const INVALID_DATE = new Date(NaN)
