import type { PhotosOf } from '../checklist/answer-photos.js'
import { checkAnswers, type CheckedAnswers } from '../checklist/check-answers.js'
import { findVersions, type FoundVersion, type FoundVersions } from '../checklist/find-versions.js'
import type { TransactionDomain } from '../domain.js'
import { isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { FoundAsset, FoundJob } from './inspected-records.js'
import type { NewInspection, PassPercentage } from './new-inspection.js'

/** The answers of an inspection to a version of a checklist. */
export interface AnsweredChecklist extends CheckedAnswers {
  readonly version: FoundVersion
  /** Whether the asset's type has a newer version, or another checklist. */
  readonly isOutdated: boolean
  /** The lowest score that passes. */
  readonly passPercentage: number
}

const hasAnswers = ({ answers, checklistVersionId }: NewInspection) =>
  Boolean(answers) || isKey(checklistVersionId)

/** Whether the score is compared with the pass percentage of the checklist of the asset's type. */
const isScoredByChecklist = ({ score, jobId }: NewInspection) =>
  score !== null && score !== undefined && !isKey(jobId)

/**
 * Finds the versions that inspections answer: the given ones, and the newest ones of the checklists of the assets' types. Also those
 * whose pass percentage a score is compared with.
 */
export function findAnsweredVersions(tx: TransactionDomain, inputs: readonly NewInspection[]) {
  const answered = inputs.filter((input) => hasAnswers(input) || isScoredByChecklist(input))
  const keys = answered.map(({ checklistVersionId }) => checklistVersionId).filter(isKey)
  const assets = answered.map(({ assetId }) => assetId)
  const needsNewest = inputs.some((input) => hasAnswers(input) && !isKey(input.checklistVersionId))
  return findVersions(tx, keys, assets, needsNewest)
}

/**
 * Checks the answers of an inspection; null if it has none, or if its version was not found. A given version needs no asset: the answers
 * to it are checked even if the asset was not found, except their order, which depends on the asset's type. Without a given version, it
 * is the asset's type that determines the questions, so that the answers of an unknown asset cannot be checked.
 */
export function checkAnsweredChecklist(
  errors: ValidationErrors,
  input: NewInspection,
  { asset, job }: { readonly asset: FoundAsset | null; readonly job: FoundJob | null },
  versions: FoundVersions,
  now: Date,
  photosOf: PhotosOf,
): AnsweredChecklist | null {
  if (!hasAnswers(input)) return null
  for (const path of ['outcome', 'score'] as const) {
    if (input[path] !== null && input[path] !== undefined)
      errors.add('INVALID', path, 'The answers determine this.')
  }
  const { checklistVersionId } = input
  const isGiven = isKey(checklistVersionId)
  const version = isGiven
    ? versions.byKey.get(checklistVersionId)
    : asset && versions.newestOf(asset)
  if (isGiven) errors.reference('checklistVersionId', version, 'ChecklistVersion')
  else if (asset && !version)
    errors.add('WRONG_STATE', 'answers', 'The type of the asset has no checklist.')
  if (!version) return null
  const options = { inOrder: asset?.enforceChecklistOrder ?? false, now, photosOf }
  return {
    ...checkAnswers(errors, version.sections, input.answers ?? [], options),
    version,
    isOutdated: !asset || !version.newestFor.includes(asset.id),
    passPercentage: job?.passPercentage ?? version.passPercentage,
  }
}

/** The pass percentage of the job's type; without a job, of the checklist of the asset's type. Null if there is neither. */
export function passPercentageOf(
  input: NewInspection,
  asset: FoundAsset | null,
  job: FoundJob | null,
  versions: FoundVersions,
): PassPercentage | null {
  if (job) return { percentage: job.passPercentage, of: 'the job’s type' }
  const version = asset && isScoredByChecklist(input) && versions.newestOf(asset)
  return version
    ? { percentage: version.passPercentage, of: 'the checklist of the asset’s type' }
    : null
}
