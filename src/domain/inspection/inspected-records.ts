import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { queryRows, type RecordKey, type TransactionDomain } from '../domain.js'
import { idsAndUuids, isKey, isOneOfRecords } from '../record/record-key.js'

export interface FoundAsset {
  readonly id: number
  readonly uuid: string
  readonly zoneId: number
  readonly siteId: number
  readonly decommissionedAt: Date | null
  readonly lastInspection: Date | null
  readonly enforceChecklistOrder: boolean
  /** Whether the schedule of its type is fixed, and the interval of its type: null if it has no months, or no days. */
  readonly hasFixedSchedule: boolean
  readonly intervalMonths: number | null
  readonly intervalDays: number | null
}

export interface FoundJob {
  readonly id: number
  readonly uuid: string
  readonly siteId: number
  readonly technicianId: number
  readonly status: JobStatus
  readonly scheduledEnd: Date
  readonly allowEarlyClosure: boolean
  readonly requiresSignature: boolean
  readonly workedSeconds: number
  readonly workingSince: Date | null
  readonly passPercentage: number
  readonly singleInspection: boolean
  /** Empty: the job is about the whole site. */
  readonly zoneIds: readonly number[]
}

/** Finds the asset of each inspection; null if not found. Locks the assets, because an inspection updates its asset. */
export const findAssets = (
  tx: TransactionDomain,
  inputs: readonly { readonly assetId: RecordKey }[],
): Promise<(FoundAsset | null)[]> =>
  find<FoundAsset>(
    tx,
    inputs.map(({ assetId }) => assetId),
    {
      one: { name: 'find-inspected-asset', text: findAssetsText(true) },
      many: { name: 'find-inspected-assets', text: findAssetsText(false) },
    },
  )

/**
 * Finds the job of each inspection; null if the inspection has no job, or if the job was not found. Locks the jobs for
 * update, because an inspection may complete its job.
 */
export async function findJobs(
  tx: TransactionDomain,
  inputs: readonly { readonly jobId?: RecordKey | null | undefined }[],
): Promise<(FoundJob | null)[]> {
  const keys = inputs.map(({ jobId }) => (isKey(jobId) ? jobId : 0))
  if (keys.every((key) => key === 0)) return keys.map(() => null)
  return find<FoundJob>(tx, keys, {
    one: { name: 'find-inspected-job', text: findJobsText(true) },
    many: { name: 'find-inspected-jobs', text: findJobsText(false) },
  })
}

interface Statement {
  readonly name: string
  readonly text: string
}

/** Finds and locks records in the order of their ids. Returns one for each key; null if not found, or if removed. */
async function find<Found extends { readonly id: number; readonly uuid: string }>(
  tx: TransactionDomain,
  keys: readonly RecordKey[],
  { one, many }: { readonly one: Statement; readonly many: Statement },
): Promise<(Found | null)[]> {
  const { ids, uuids } = idsAndUuids(keys)
  const statement = ids.length + uuids.length === 1 ? one : many
  const values = [tx.viewer.companyId, ids, uuids]
  const found = new FoundByKey(await queryRows<Found>(tx, { ...statement, values }))
  return keys.map((key) => found.get(key))
}

// A subquery locks the rows before they are joined. If the join itself had to wait for a lock, PostgreSQL would compare the new row with
// the zone or type that was joined before, and find nothing if a concurrent update has changed which one it is.
const findAssetsText = (isOne: boolean) => `
select asset.id, asset.uuid, asset.zone_id as "zoneId", z.site_id as "siteId", asset.decommissioned_at as "decommissionedAt",
  asset.last_inspection as "lastInspection",
  t.enforce_checklist_order as "enforceChecklistOrder",
  t.inspection_schedule = 'fixed' as "hasFixedSchedule", t.inspection_interval_months as "intervalMonths",
  t.inspection_interval_days as "intervalDays"
from (
  select asset.id, asset.uuid, asset.zone_id, asset.type_id, asset.decommissioned_at, asset.last_inspection
  from asset
  where ${isOneOfRecords('asset', '$1::int', ['$2', '$3'], isOne)} and asset.deleted_at is null
  order by asset.id
  for update
) asset
join zone z on z.company_id = $1 and z.id = asset.zone_id
join asset_type t on t.company_id = $1 and t.id = asset.type_id
order by asset.id`

const findJobsText = (isOne: boolean) => `
select job.id, job.uuid, job.site_id as "siteId", job.technician_id as "technicianId", job.status,
  job.scheduled_end as "scheduledEnd", job.allow_early_closure as "allowEarlyClosure",
  job.requires_signature as "requiresSignature", job.worked_seconds as "workedSeconds", job.working_since as "workingSince",
  t.pass_percentage as "passPercentage", t.single_inspection as "singleInspection",
  array(select z.zone_id from job_zone z where z.company_id = $1 and z.job_id = job.id) as "zoneIds"
from (
  select job.* from job
  where ${isOneOfRecords('job', '$1::int', ['$2', '$3'], isOne)} and job.deleted_at is null
  order by job.id
  for update
) job
join job_type t on t.company_id = $1 and t.id = job.type_id
order by job.id`
