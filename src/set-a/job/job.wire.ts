import { z } from 'zod'
import { Company, companyFields, type CompanyRow, presentCompany } from '../company/company.wire.js'
import {
  JobType,
  jobTypeFields,
  type JobTypeRow,
  presentJobType,
} from '../job-type/job-type.wire.js'
import { fields, type Row } from '../select.js'
import { presentSite, Site, siteFields, type SiteRow } from '../site/site.wire.js'
import { presentUser, User, userFields, type UserRow } from '../user/user.wire.js'
import {
  integer,
  nullableText,
  record,
  status,
  statusOf,
  text,
  timestamp,
  writeTimestamp,
} from '../wire.js'
import { Zone, type ZoneRow } from '../zone/zone.wire.js'

const numericText = text.regex(/^\d+$/)

/** Set A: Job, create response. */
export const Job = record('Job', {
  id: integer,
  number: integer,
  site_id: numericText,
  technician_id: numericText,
  job_type_id: numericText,
  user_id: integer,
  company_id: integer,
  start_date: timestamp.describe('`YYYY-MM-DD HH:MM:SS`, local time of the site, as it was sent.'),
  end_date: timestamp.describe('`YYYY-MM-DD HH:MM:SS`, local time of the site, as it was sent.'),
  allow_early_closure: z.boolean(),
  special_instructions: nullableText,
  reference: nullableText,
  requires_signature: z.boolean(),
  signature_url: nullableText,
  total_minutes: integer,
  start_date_is_future: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  company: Company,
  site: Site,
  type: JobType,
  current_status: status,
  zones: z.array(Zone),
  technician: User,
  user: User,
})

const columns = fields(
  'id',
  'number',
  'siteId',
  'technicianId',
  'typeId',
  'userId',
  'companyId',
  'allowEarlyClosure',
  'specialInstructions',
  'reference',
  'requiresSignature',
  'createdAt',
  'updatedAt',
)
const derived = fields('totalMinutes', 'startsInFuture')
export const jobFields = {
  ...columns,
  ...derived,
  company: { of: 'company', select: companyFields },
  site: { of: 'site', select: siteFields },
  type: { of: 'type', select: jobTypeFields },
  technician: { of: 'technician', select: userFields },
  user: { of: 'createdBy', select: userFields },
}
export type JobRow = Row<'Job', typeof columns> & {
  readonly totalMinutes: number
  readonly startsInFuture: boolean
  readonly company: CompanyRow
  readonly site: SiteRow
  readonly type: JobTypeRow
  readonly technician: UserRow
  readonly user: UserRow
}

/** What is known of a new job besides its record. */
export interface NewJobParts {
  /** Local times, as they were sent. */
  readonly start: string
  readonly end: string
  readonly zonesOfSite: readonly ZoneRow[]
}

export const presentJob = (
  job: JobRow,
  { start, end, zonesOfSite }: NewJobParts,
): z.output<typeof Job> => ({
  id: job.id,
  number: job.number,
  site_id: String(job.siteId),
  technician_id: String(job.technicianId),
  job_type_id: String(job.typeId),
  user_id: job.userId,
  company_id: job.companyId,
  start_date: start,
  end_date: end,
  allow_early_closure: job.allowEarlyClosure,
  special_instructions: job.specialInstructions,
  reference: job.reference,
  requires_signature: job.requiresSignature,
  signature_url: null,
  total_minutes: job.totalMinutes,
  start_date_is_future: job.startsInFuture,
  created_at: writeTimestamp(job.createdAt),
  updated_at: writeTimestamp(job.updatedAt),
  company: presentCompany(job.company),
  site: presentSite(job.site, zonesOfSite),
  type: presentJobType(job.type),
  current_status: statusOf('Job', job.id),
  zones: [],
  technician: presentUser(job.technician),
  user: presentUser(job.user),
})
