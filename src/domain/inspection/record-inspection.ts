import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Asset, Job, JobType } from '../../db/generated/prisma/client.js'
import type { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import { type Created, type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'

export interface NewInspection {
  readonly assetId: RecordKey
  /** The job during which the asset was looked at. Absent: none. */
  readonly jobId?: RecordKey | null | undefined
  /** Absent: told from the score. */
  readonly outcome?: InspectionOutcome | null | undefined
  /** 0 to 100. */
  readonly score?: number | null | undefined
  readonly note?: string | null | undefined
  /** Absent: now. */
  readonly inspectedAt?: Date | null | undefined
}

const DAY_MS = 86_400_000

/**
 * Records that an asset in use was looked at. Where no outcome is given, the score is compared with the pass
 * percentage of the job's type. Unless a later inspection is known, the asset is from then on defective or not, and
 * the next one is due when its type says.
 */
export function recordInspection(domain: Domain, input: NewInspection): Promise<Created> {
  authorise(domain.viewer, 'recordInspection')
  return inTransaction(domain, async (tx) => {
    const { companyId, userId } = tx.viewer
    const now = tx.now()
    const errors = new ValidationErrors()
    errors.integer('score', input.score, 0, 100)
    const note = errors.optionalText('note', input.note, 10_000) ?? null
    const inspectedAt = input.inspectedAt ?? now
    errors.instant('inspectedAt', inspectedAt)
    if (inspectedAt > now) {
      errors.add('OUT_OF_RANGE', 'inspectedAt', 'This time has not come yet.')
    }

    const asset = await findAsset(tx, errors, input.assetId)
    const job = await findJob(tx, errors, input.jobId)
    if (asset && job) await checkJob(tx, errors, asset, job)
    const outcome = outcomeOf(errors, input, job)
    errors.throwIfAny()
    if (!asset || !outcome) throw new Error('unreachable: what is missing was reported')

    const inspection = await tx.prisma.inspection.create({
      data: {
        uuid: newUuid(),
        companyId,
        assetId: asset.id,
        jobId: job?.id ?? null,
        inspectorId: userId,
        outcome,
        score: input.score ?? null,
        note,
        inspectedAt,
      },
      select: { id: true, uuid: true },
    })
    if (!asset.lastInspection || inspectedAt >= asset.lastInspection) {
      const days = asset.type.inspectionIntervalDays
      await tx.prisma.asset.update({
        where: { id: asset.id, companyId },
        data: {
          lastInspection: inspectedAt,
          defective: outcome === 'failed',
          nextInspection: days === null ? null : new Date(inspectedAt.getTime() + days * DAY_MS),
        },
        select: { id: true },
      })
    }
    return inspection
  })
}

/** The asset, locked: of two inspections at once, the second sees the first. */
async function findAsset(tx: Domain, errors: ValidationErrors, key: RecordKey) {
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

async function findJob(tx: Domain, errors: ValidationErrors, key: RecordKey | null | undefined) {
  const id = await lockReference(tx, errors, 'jobId', 'Job', key)
  if (!id) return null
  return tx.prisma.job.findUniqueOrThrow({
    where: { id, companyId: tx.viewer.companyId },
    include: { type: true },
  })
}

async function checkJob(
  { prisma, viewer }: Domain,
  errors: ValidationErrors,
  asset: Asset & { zone: { siteId: number } },
  job: Job & { type: JobType },
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

function outcomeOf(
  errors: ValidationErrors,
  { outcome, score, jobId }: NewInspection,
  job: { type: JobType } | null,
): InspectionOutcome | undefined {
  if (outcome) return outcome
  const hasScore = score !== null && score !== undefined
  if (hasScore && job) return score >= job.type.passPercentage ? 'passed' : 'failed'
  const jobIsUnknown = jobId !== null && jobId !== undefined && !job
  if (hasScore && jobIsUnknown) return undefined
  const message = hasScore
    ? 'Without a job there is no pass percentage to compare the score with.'
    : 'An outcome or a score is required.'
  errors.add('REQUIRED', 'outcome', message)
  return undefined
}
