import { createJob } from '../../domain/job/create-job.js'
import { instantOf } from '../../domain/site/site-time.js'
import { operation } from '../../http/operation.js'
import { prepare } from '../input.js'
import { Records } from '../records.js'
import { zoneFields, type ZoneRow } from '../zone/zone.wire.js'
import { Job, jobFields, type JobRow, presentJob } from './job.wire.js'
import { NewJob, newJobPath } from './new-job.wire.js'
import { readJobBody } from './uploads.js'

const jobs = new Records<JobRow>('Job', jobFields)
const zones = new Records<ZoneRow>('Zone', zoneFields)
const timezones = new Records<{ timezone: string | null }>('Site', { timezone: 'timezone' })

export const createJobOperation = operation(
  {
    summary: 'Create job',
    status: 201,
    body: NewJob,
    answer: Job,
    consumes: ['application/json', 'multipart/form-data'],
    readBody: readJobBody,
    prepareBody: prepare,
    wirePath: newJobPath,
  },
  async (domain, { body }) => {
    const siteId = body.site_id
    const start = `${body.start_date} ${body.start_time}`
    const end = `${body.end_date} ${body.end_time}`
    const timezone = (await timezones.find(domain, siteId))?.timezone ?? null
    const written = await createJob(domain, {
      siteId,
      jobTypeId: body.job_type_id,
      technicianId: body.technician_id,
      scheduledStart: instantOf(start, timezone) ?? NO_TIME,
      scheduledEnd: instantOf(end, timezone) ?? NO_TIME,
      requiresSignature: body.requires_signature,
      reference: body.reference,
      specialInstructions: body.special_instructions,
      documents: (body.documents ?? []).map(({ name, content, contentType = '' }) => ({
        name,
        content,
        contentType,
      })),
    })
    const [job, zonesOf] = await Promise.all([
      jobs.written(domain, written),
      zones.childrenOf(domain, { model: 'Site', relation: 'zones', ids: [siteId] }),
    ])
    return presentJob(job, { start, end, zonesOfSite: zonesOf(siteId) })
  },
)

/** The schema lets no text through that is no time; the domain refuses this one all the same. */
const NO_TIME = new Date(NaN)
