import type { Asset, Job, JobType } from '../../db/generated/prisma/client.js'
import type { Domain, RecordKey } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import type { ValidationErrors } from '../validation-errors.js'

export type FoundJob = Job & { readonly type: JobType }

/** Finds the asset of a new inspection; null if not found. Locks it for update, because the inspection updates it. */
export async function findAsset(tx: Domain, errors: ValidationErrors, key: RecordKey) {
  const id = await lockReference(tx, errors, 'assetId', 'Asset', key, 'update')
  if (id === 0) return null
  const asset = await tx.prisma.asset.findUniqueOrThrow({
    where: { id, companyId: tx.viewer.companyId },
    include: { type: true, zone: true },
  })
  if (asset.decommissionedAt) {
    errors.add('WRONG_STATE', 'assetId', 'The asset is decommissioned.')
  }
  return asset
}

/**
 * Finds the job of a new inspection; null if the inspection has none, or it was not found. Locks it for update, because
 * the inspection may complete it.
 */
export async function findJob(tx: Domain, errors: ValidationErrors, key?: RecordKey | null) {
  const id = await lockReference(tx, errors, 'jobId', 'Job', key, 'update')
  if (!id) return null
  return tx.prisma.job.findUniqueOrThrow({
    where: { id, companyId: tx.viewer.companyId },
    include: { type: true },
  })
}

/** Rejects a job in which the viewer cannot inspect the asset. */
export async function checkJob(
  { prisma, viewer }: Domain,
  errors: ValidationErrors,
  asset: Asset & { readonly zone: { readonly siteId: number } },
  job: FoundJob,
): Promise<void> {
  if (job.siteId !== asset.zone.siteId) {
    errors.add('INVALID', 'jobId', 'The job is at another site than the asset.')
  }
  if (viewer.role === 'technician' && job.technicianId !== viewer.userId) {
    errors.add('NOT_ALLOWED', 'jobId', "This job is another technician's.")
  }
  if (job.status === 'cancelled') errors.add('WRONG_STATE', 'jobId', 'The job is cancelled.')
  if (!job.type.singleInspection) return
  const { companyId } = viewer
  const earlier = { companyId, assetId: asset.id, jobId: job.id }
  if ((await prisma.inspection.count({ where: earlier })) > 0) {
    errors.add('WRONG_STATE', 'jobId', 'In this job the asset was inspected already.')
  }
}
