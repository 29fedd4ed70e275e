import type { Asset, AssetType, Job, JobType } from '../../db/generated/prisma/client.js'
import type { Viewer } from '../access/viewer.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { describeStatus } from '../job/job-status.js'
import { findAndLock } from '../record/lock-reference.js'
import { isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'

export type FoundJob = Job & {
  readonly type: JobType
  /** Empty: the job is about the whole site. */
  readonly jobZones: readonly { readonly zoneId: number }[]
}
export type FoundAsset = Asset & {
  readonly type: AssetType
  readonly zone: { readonly siteId: number }
}

/** Finds the asset of each inspection; null if not found. Locks the assets, because an inspection updates its asset. */
export async function findAssets(
  tx: TransactionDomain,
  inputs: readonly { readonly assetId: RecordKey }[],
): Promise<(FoundAsset | null)[]> {
  const keys = inputs.map(({ assetId }) => assetId)
  const ids = await findAndLock(tx, 'Asset', keys, 'update')
  const assets = await tx.prisma.asset.findMany({
    where: { companyId: tx.viewer.companyId, id: { in: distinct(ids) } },
    include: { type: true, zone: { select: { siteId: true } } },
  })
  return inOrder(ids, assets)
}

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
  const ids = await findAndLock(tx, 'Job', keys, 'update')
  const jobs = await tx.prisma.job.findMany({
    where: { companyId: tx.viewer.companyId, id: { in: distinct(ids) } },
    include: { type: true, jobZones: { select: { zoneId: true } } },
  })
  return inOrder(ids, jobs)
}

/** `<job id> <asset id>` of each inspection in jobs whose type allows one inspection per asset. */
export type Inspected = ReadonlySet<string>

export async function findInspected(
  { prisma, viewer: { companyId } }: TransactionDomain,
  jobs: readonly (FoundJob | null)[],
): Promise<Inspected> {
  const ids = distinct(jobs.map((job) => (job?.type.singleInspection ? job.id : null)))
  if (ids.length === 0) return new Set()
  const earlier = await prisma.inspection.findMany({
    where: { companyId, jobId: { in: ids }, deletedAt: null },
    select: { jobId: true, assetId: true },
  })
  return new Set(earlier.map(({ jobId, assetId }) => `${jobId} ${assetId}`))
}

/** Rejects an asset that cannot be inspected. */
export function checkAsset(errors: ValidationErrors, asset: FoundAsset | null): void {
  errors.reference('assetId', asset, 'Asset')
  if (asset?.decommissionedAt) errors.add('WRONG_STATE', 'assetId', 'The asset is decommissioned.')
}

/** Rejects a job in which the viewer cannot inspect the asset. */
export function checkJob(
  viewer: Viewer,
  errors: ValidationErrors,
  asset: FoundAsset,
  job: FoundJob,
  inspected: Inspected,
): void {
  if (job.siteId !== asset.zone.siteId) {
    errors.add('INVALID', 'jobId', 'The job is at another site than the asset.')
  } else if (
    job.jobZones.length > 0 &&
    !job.jobZones.some(({ zoneId }) => zoneId === asset.zoneId)
  ) {
    errors.add('INVALID', 'jobId', 'The asset is in none of the zones of the job.')
  }
  if (viewer.role === 'technician' && job.technicianId !== viewer.userId) {
    errors.add('NOT_ALLOWED', 'jobId', 'This job is assigned to another technician.')
  }
  if (inspected.has(`${job.id} ${asset.id}`)) rejectInspected(errors, 'jobId')
  else if (job.status !== 'in_progress')
    errors.add('WRONG_STATE', 'jobId', `The job is ${describeStatus(job.status)}, not in progress.`)
}

export const rejectInspected = (errors: ValidationErrors, path: string): void => {
  errors.add('WRONG_STATE', path, 'The asset has already been inspected in this job.')
}

const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

function inOrder<Found extends { readonly id: number }>(
  ids: readonly (number | null)[],
  found: readonly Found[],
): (Found | null)[] {
  const byId = new Map(found.map((each) => [each.id, each]))
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}
