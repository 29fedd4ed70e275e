import type { Asset, AssetType } from '../../db/generated/prisma/client.js'
import type { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import { authorise } from '../access/policy.js'
import { type Created, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { isKey } from '../record/record-key.js'
import { insertRecord, changeRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { completeInspectedJob } from './complete-inspected-job.js'
import { checkJob, findAsset, findJob, type FoundJob } from './inspected-records.js'

export interface NewInspection {
  readonly assetId: RecordKey
  /** The job that the inspection is part of. Absent: none. */
  readonly jobId?: RecordKey | null | undefined
  /** Absent: derived from the score. */
  readonly outcome?: InspectionOutcome | null | undefined
  /** 0 to 100. */
  readonly score?: number | null | undefined
  readonly note?: string | null | undefined
  /** Absent: now. */
  readonly inspectedAt?: Date | null | undefined
}

const DAY_MS = 86_400_000

/**
 * Records an inspection of an asset in use. Without an outcome, the score is compared with the pass percentage of the
 * job's type. Unless the asset has a later inspection, also updates whether the asset is defective and when its next
 * inspection is due. May complete the job: see `completeInspectedJob`.
 */
export async function recordInspection(domain: Domain, input: NewInspection): Promise<Created> {
  authorise(domain.viewer, 'recordInspection')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    errors.integer('score', input.score, 0, 100)
    const note = errors.optionalText('note', input.note, 10_000) ?? null
    const inspectedAt = checkInspectedAt(errors, input.inspectedAt, tx.now())
    const asset = await findAsset(tx, errors, input.assetId)
    const job = await findJob(tx, errors, input.jobId)
    if (asset && job) await checkJob(tx, errors, asset, job)
    const outcome = outcomeOf(errors, input, job)
    errors.throwIfAny()
    if (!asset || !outcome) throw new Error('unreachable: a missing asset or outcome was reported')

    const inspection = await insertRecord(tx, 'Inspection', {
      assetId: asset.id,
      jobId: job?.id,
      inspectorId: tx.viewer.userId,
      outcome,
      score: input.score,
      note,
      inspectedAt,
    })
    await updateAssetState(tx, asset, outcome, inspectedAt)
    if (job) await completeInspectedJob(tx, job)
    return inspection
  })
}

function checkInspectedAt(errors: ValidationErrors, given: Date | null | undefined, now: Date) {
  const inspectedAt = given ?? now
  errors.instant('inspectedAt', inspectedAt)
  if (inspectedAt > now) errors.add('OUT_OF_RANGE', 'inspectedAt', 'This time has not come yet.')
  return inspectedAt
}

function outcomeOf(errors: ValidationErrors, input: NewInspection, job: FoundJob | null) {
  const { outcome, score, jobId } = input
  if (outcome) return outcome
  const hasScore = score !== null && score !== undefined
  if (hasScore && job) return score >= job.type.passPercentage ? 'passed' : 'failed'
  // The job was not found, which is reported already.
  if (hasScore && isKey(jobId)) return undefined
  const message = hasScore
    ? 'Without a job there is no pass percentage to compare the score with.'
    : 'An outcome or a score is required.'
  errors.add('REQUIRED', 'outcome', message)
  return undefined
}

async function updateAssetState(
  tx: Domain,
  asset: Asset & { readonly type: AssetType },
  outcome: InspectionOutcome,
  inspectedAt: Date,
): Promise<void> {
  if (asset.lastInspection && inspectedAt < asset.lastInspection) return
  const days = asset.type.inspectionIntervalDays
  await changeRecord(tx, 'Asset', asset.id, {
    lastInspection: inspectedAt,
    defective: outcome === 'failed',
    nextInspection: days === null ? null : new Date(inspectedAt.getTime() + days * DAY_MS),
  })
}
