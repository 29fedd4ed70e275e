import type { Domain } from '../domain.js'
import { workedSecondsAt } from '../job/move-job.js'
import { changeRecord } from '../record/write-record.js'
import type { FoundJob } from './inspected-records.js'

/**
 * Completes a job in progress whose type inspects each asset once, if this inspection was the last: each asset in use in
 * the job's zones, or at the whole site, is inspected. Not if the company closes inspections manually, the job requires a
 * signature, or it may not be closed before its scheduled end. The transaction must have locked the job for update: of
 * two concurrent inspections the second sees the first.
 */
export async function completeInspectedJob(tx: Domain, job: FoundJob): Promise<void> {
  if (!job.type.singleInspection || job.status !== 'in_progress' || job.requiresSignature) return
  const now = tx.now()
  if (!job.allowEarlyClosure && now < job.scheduledEnd) return
  if (await closesManually(tx)) return
  if (await hasAssetToInspect(tx, job.id)) return
  await changeRecord(tx, 'Job', job.id, {
    status: 'completed',
    completedAt: now,
    closedById: tx.viewer.userId,
    workedSeconds: workedSecondsAt(job, now),
    workingSince: null,
  })
}

async function closesManually({ prisma, viewer }: Domain): Promise<boolean> {
  const where = { id: viewer.companyId }
  const select = { manualInspectionClosure: true }
  return (await prisma.company.findUniqueOrThrow({ where, select })).manualInspectionClosure
}

async function hasAssetToInspect({ prisma, viewer }: Domain, jobId: number): Promise<boolean> {
  const { companyId } = viewer
  const assets = await prisma.$queryRaw<unknown[]>`
    select asset.id
    from job
    join zone on zone.company_id = ${companyId} and zone.site_id = job.site_id
    join asset on asset.company_id = ${companyId} and asset.zone_id = zone.id
    where job.company_id = ${companyId} and job.id = ${jobId}
      and asset.deleted_at is null and asset.decommissioned_at is null
      and (zone.id in (select zone_id from job_zone where company_id = ${companyId} and job_id = job.id)
        or not exists (select from job_zone where company_id = ${companyId} and job_id = job.id))
      and not exists (select from inspection
        where company_id = ${companyId} and job_id = job.id and asset_id = asset.id)
    limit 1`
  return assets.length > 0
}
