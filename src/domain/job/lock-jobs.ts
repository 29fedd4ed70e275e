import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { idsAndUuids } from '../record/record-key.js'

/** A job of the company, removed or not, that an update has locked. */
export interface LockedJob {
  readonly id: number
  readonly uuid: string
  readonly removed: boolean
  readonly updatedAt: Date
  readonly status: JobStatus
  readonly siteId: number
  readonly typeId: number
  readonly technicianId: number
  readonly scheduledStart: Date
  readonly scheduledEnd: Date
  readonly requiresSignature: boolean
  readonly reference: string | null
  readonly specialInstructions: string | null
  /** The time zone of its site. */
  readonly timezone: string | null
  readonly zoneIds: readonly number[]
}

/**
 * Finds jobs and locks them until the transaction ends, in the order of their ids, so that two transactions cannot
 * deadlock. A second statement reads the other tables, because a statement that has waited for a lock reads them from
 * its snapshot from before the wait.
 */
export async function lockJobs(
  domain: Domain,
  keys: readonly RecordKey[],
): Promise<FoundByKey<LockedJob>> {
  const { companyId } = domain.viewer
  const { ids, uuids } = idsAndUuids(keys)
  const values = [companyId, ids, uuids]
  const jobs = await queryRows<OwnColumns>(domain, { name: 'lock-jobs', text: LOCK, values })
  const related = await queryRows<Related>(domain, {
    name: 'find-zones-of-jobs',
    text: FIND_ZONES,
    values: [companyId, jobs.map(({ id }) => id)],
  })
  const relatedOf = new Map(related.map(({ id, ...own }) => [id, own]))
  const nothing = { timezone: null, zoneIds: [] }
  return new FoundByKey(jobs.map((job) => ({ ...job, ...(relatedOf.get(job.id) ?? nothing) })))
}

type OwnColumns = Omit<LockedJob, 'timezone' | 'zoneIds'>
type Related = Pick<LockedJob, 'id' | 'timezone' | 'zoneIds'>

const LOCK = `
select id, uuid, deleted_at is not null as removed, updated_at as "updatedAt", status, site_id as "siteId", type_id as "typeId",
       technician_id as "technicianId", scheduled_start as "scheduledStart", scheduled_end as "scheduledEnd",
       requires_signature as "requiresSignature", reference, special_instructions as "specialInstructions"
from job
where (id = any($2::int[]) or uuid = any($3::uuid[])) and company_id = $1::int
order by id
for update`

const FIND_ZONES = `
select job.id, site.timezone,
       array(select zone_id from job_zone where company_id = $1 and job_id = job.id) as "zoneIds"
from job
join site on site.company_id = $1 and site.id = job.site_id
where job.company_id = $1::int and job.id = any($2::int[])`
