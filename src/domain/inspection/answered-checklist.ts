import type { FoundByKey } from '../bulk/found-by-key.js'
import type { PhotosOf } from '../checklist/answer-photos.js'
import { checkAnswers, type CheckedAnswers } from '../checklist/check-answers.js'
import { findVersions, type FoundVersion } from '../checklist/find-versions.js'
import type { TransactionDomain } from '../domain.js'
import { isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { FoundAsset, FoundJob } from './inspected-records.js'
import type { NewInspection } from './new-inspection.js'

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

/** The version that an inspection answers: the given one, or the newest of the asset type's checklist. */
const versionKeyOf = (input: NewInspection, asset: FoundAsset | null) =>
  isKey(input.checklistVersionId) ? input.checklistVersionId : (asset?.checklistVersionId ?? null)

/** Finds the versions that inspections answer. */
export const findAnsweredVersions = (
  tx: TransactionDomain,
  inputs: readonly NewInspection[],
  assets: readonly (FoundAsset | null)[],
) =>
  findVersions(
    tx,
    inputs.flatMap((input, index) => {
      const key = hasAnswers(input) ? versionKeyOf(input, assets[index] ?? null) : null
      return key === null ? [] : [key]
    }),
  )

/** Checks the answers of an inspection; null if it has none, or if its version or asset was not found. */
export function checkAnsweredChecklist(
  errors: ValidationErrors,
  input: NewInspection,
  { asset, job }: { readonly asset: FoundAsset | null; readonly job: FoundJob | null },
  versions: FoundByKey<FoundVersion>,
  now: Date,
  photosOf: PhotosOf,
): AnsweredChecklist | null {
  if (!hasAnswers(input)) return null
  for (const path of ['outcome', 'score'] as const) {
    if (input[path] !== null && input[path] !== undefined)
      errors.add('INVALID', path, 'The answers determine this.')
  }
  if (!asset) return null
  const key = versionKeyOf(input, asset)
  if (key === null) {
    errors.add('WRONG_STATE', 'answers', 'The type of the asset has no checklist.')
    return null
  }
  const version = versions.get(key)
  if (!version) {
    errors.reference('checklistVersionId', null, 'ChecklistVersion')
    return null
  }
  const options = { inOrder: asset.enforceChecklistOrder, now, photosOf }
  return {
    ...checkAnswers(errors, version.sections, input.answers ?? [], options),
    version,
    isOutdated: version.id !== asset.checklistVersionId,
    passPercentage: job?.passPercentage ?? version.passPercentage,
  }
}
