import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'

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
  readonly allowEarlyClosure: boolean
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
  const jobs = await queryRows<OwnColumns>(domain, {
    name: keys.length === 1 ? 'lock-job' : 'lock-jobs',
    text: keys.length === 1 ? LOCK_ONE : LOCK_MANY,
    values,
  })
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

const lockSql = (isOne: boolean) => `
select id, uuid, deleted_at is not null as removed, updated_at as "updatedAt", status, site_id as "siteId", type_id as "typeId",
       technician_id as "technicianId", scheduled_start as "scheduledStart", scheduled_end as "scheduledEnd",
       requires_signature as "requiresSignature", allow_early_closure as "allowEarlyClosure", reference, special_instructions as "specialInstructions"
from job
where ${isOneOfRecords('job', '$1::int', ['$2', '$3'], isOne)}
order by id
for update`

const LOCK_ONE = lockSql(true)
const LOCK_MANY = lockSql(false)

const FIND_ZONES = `
select id,
       (select timezone from site where company_id = $1 and id = job.site_id) as timezone,
       array(select zone_id from job_zone where company_id = $1 and job_id = job.id) as "zoneIds"
from job
where company_id = $1::int and id = any($2::int[])`
