import type { Domain } from '../domain.js'
import type { LockedJob } from './lock-jobs.js'

/** A locked job, and the values that it gets. */
export interface JobValues {
  readonly job: LockedJob
  readonly siteId: number
  readonly typeId: number
  readonly technicianId: number
  readonly zoneIds: readonly number[]
  readonly scheduledStart: Date
  readonly scheduledEnd: Date
  readonly requiresSignature: boolean
  readonly allowEarlyClosure: boolean
  readonly reference: string | null
  readonly specialInstructions: string | null
}

/** Whether a value differs from the job's current one. */
export const isChanged = ({ job, zoneIds, scheduledStart, scheduledEnd, ...values }: JobValues) =>
  without(zoneIds, job.zoneIds).length > 0 ||
  without(job.zoneIds, zoneIds).length > 0 ||
  scheduledStart.getTime() !== job.scheduledStart.getTime() ||
  scheduledEnd.getTime() !== job.scheduledEnd.getTime() ||
  Object.entries(values).some(([name, value]) => value !== job[name as keyof typeof values])

/** Updates jobs, which the transaction has locked, and their zones, with one statement. */
export async function changeJobs(
  { db, viewer, now }: Domain,
  jobs: readonly JobValues[],
): Promise<void> {
  if (jobs.length === 0) return
  const dropped = jobs.flatMap(({ job, zoneIds }) => pairs(job, without(job.zoneIds, zoneIds)))
  const added = jobs.flatMap(({ job, zoneIds }) => pairs(job, without(zoneIds, job.zoneIds)))
  const values = [
    viewer.companyId,
    now().toISOString(),
    ...columnsOf(dropped),
    ...columnsOf(added),
    jobs.map(({ job }) => job.id),
    jobs.map(({ siteId }) => siteId),
    jobs.map(({ typeId }) => typeId),
    jobs.map(({ technicianId }) => technicianId),
    jobs.map(({ scheduledStart }) => scheduledStart.toISOString()),
    jobs.map(({ scheduledEnd }) => scheduledEnd.toISOString()),
    jobs.map(({ requiresSignature }) => requiresSignature),
    jobs.map(({ allowEarlyClosure }) => allowEarlyClosure),
    jobs.map(({ reference }) => reference),
    jobs.map(({ specialInstructions }) => specialInstructions),
  ]
  await db.write({ name: 'change-jobs', text: CHANGE_JOBS, values })
}

type JobZone = readonly [jobId: number, zoneId: number]

function without(ids: readonly number[], others: readonly number[]): number[] {
  const excluded = new Set(others)
  return ids.filter((id) => !excluded.has(id))
}

const pairs = ({ id }: LockedJob, zoneIds: readonly number[]): JobZone[] =>
  zoneIds.map((zoneId) => [id, zoneId])

const columnsOf = (links: readonly JobZone[]) => [
  links.map(([jobId]) => jobId),
  links.map(([, zoneId]) => zoneId),
]

// Sets `updated_at` even if only zones change, because clients that keep a copy in sync filter by it.
const CHANGE_JOBS = `
with dropped as (
  delete from job_zone
  using unnest($3::int[], $4::int[]) as given (job_id, zone_id)
  where job_zone.company_id = $1::int and job_zone.job_id = given.job_id and job_zone.zone_id = given.zone_id
), added as (
  insert into job_zone (company_id, job_id, zone_id)
  select company.id, given.job_id, given.zone_id
  from company cross join unnest($5::int[], $6::int[]) as given (job_id, zone_id)
  where company.id = $1
)
update job
set site_id = given.site_id, type_id = given.type_id, technician_id = given.technician_id,
    scheduled_start = given.scheduled_start, scheduled_end = given.scheduled_end,
    requires_signature = given.requires_signature, allow_early_closure = given.allow_early_closure, reference = given.reference,
    special_instructions = given.special_instructions, updated_at = $2::timestamptz
from unnest(
  $7::int[], $8::int[], $9::int[], $10::int[], $11::timestamptz[], $12::timestamptz[], $13::boolean[], $14::boolean[],
  $15::text[], $16::text[]
) as given (
  id, site_id, type_id, technician_id, scheduled_start, scheduled_end, requires_signature, allow_early_closure,
  reference, special_instructions
)
where job.company_id = $1 and job.id = given.id`
