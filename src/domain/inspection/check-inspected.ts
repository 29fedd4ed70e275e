import type { Viewer } from '../access/viewer.js'
import type { TransactionDomain } from '../domain.js'
import { describeStatus } from '../job/job-status.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { FoundAsset, FoundJob } from './inspected-records.js'

/** `<job id> <asset id>` of each inspection in jobs whose type allows one inspection per asset. */
export type Inspected = ReadonlySet<string>

export async function findInspected(
  { prisma, viewer: { companyId } }: TransactionDomain,
  jobs: readonly (FoundJob | null)[],
): Promise<Inspected> {
  const ids = new Set(jobs.flatMap((job) => (job?.singleInspection ? [job.id] : [])))
  if (ids.size === 0) return new Set()
  const earlier = await prisma.inspection.findMany({
    where: { companyId, jobId: { in: [...ids] }, deletedAt: null },
    select: { jobId: true, assetId: true },
  })
  return new Set(earlier.map(({ jobId, assetId }) => `${jobId} ${assetId}`))
}

/** Rejects an asset that cannot be inspected. */
export function checkAsset(errors: ValidationErrors, asset: FoundAsset | null): void {
  errors.reference('assetId', asset, 'Asset')
  if (asset?.decommissionedAt) errors.add('WRONG_STATE', 'assetId', 'The asset is decommissioned.')
}

/** Rejects a job in which the viewer cannot inspect the asset. Without an asset, checks the job alone. */
export function checkJob(
  viewer: Viewer,
  errors: ValidationErrors,
  asset: FoundAsset | null,
  job: FoundJob,
  inspected: Inspected,
): void {
  if (asset && job.siteId !== asset.siteId) {
    errors.add('INVALID', 'jobId', 'The job is at another site than the asset.')
  } else if (asset && job.zoneIds.length > 0 && !job.zoneIds.includes(asset.zoneId)) {
    errors.add('INVALID', 'jobId', 'The asset is in none of the zones of the job.')
  }
  if (viewer.role === 'technician' && job.technicianId !== viewer.userId) {
    errors.add('NOT_ALLOWED', 'jobId', 'This job is not assigned to you.')
  }
  if (asset && inspected.has(`${job.id} ${asset.id}`)) rejectInspected(errors, 'jobId')
  else if (job.status !== 'in_progress')
    errors.add('WRONG_STATE', 'jobId', `The job is ${describeStatus(job.status)}, not in progress.`)
}

export const rejectInspected = (errors: ValidationErrors, path: string): void => {
  errors.add('WRONG_STATE', path, 'The asset has already been inspected in this job.')
}
