import { MAX_INSPECTION_AGE_YEARS } from '../../config/variables.js'
import type { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { NewAnswer } from '../checklist/checklist-answers.js'
import type { ChosenId } from '../chosen-id/chosen-id.js'
import type { RecordKey } from '../domain.js'
import { isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { AnsweredChecklist } from './answered-checklist.js'
import type { FoundAsset, FoundJob } from './inspected-records.js'

export interface NewInspection extends ChosenId {
  readonly assetId: RecordKey
  /** The job that the inspection is part of. Absent: none. */
  readonly jobId?: RecordKey | null | undefined
  /** Absent: derived from the score. With a score and a pass percentage, it must be the outcome that the score has. */
  readonly outcome?: InspectionOutcome | null | undefined
  /** 0 to 100. */
  readonly score?: number | null | undefined
  readonly note?: string | null | undefined
  /** Absent: now. */
  readonly inspectedAt?: Date | null | undefined
  /** The version of a checklist that was answered. Absent: the newest of the asset type's checklist. */
  readonly checklistVersionId?: RecordKey | null | undefined
  /** Absent: none. With answers, the server computes outcome and score. */
  readonly answers?: readonly NewAnswer[] | null | undefined
}

/** What the setting `MAX_INSPECTION_AGE_YEARS` adds to a domain. */
export interface Inspector {
  readonly maxInspectionAgeYears?: number | undefined
}

/** The columns of a valid inspection that come from its input. */
interface CheckedInspection {
  readonly outcome: InspectionOutcome
  readonly score: number | null
  readonly note: string | null
  readonly inspectedAt: Date
}

/** The lowest score that passes, and what determines it. */
export interface PassPercentage {
  readonly percentage: number
  readonly of: 'the job’s type' | 'the checklist of the asset’s type'
}

/** An inspection that can be written. */
export interface ValidInspection extends CheckedInspection {
  readonly uuid: string
  readonly asset: FoundAsset
  readonly job: FoundJob | null
  readonly answered: AnsweredChecklist | null
}

/**
 * Checks everything except the asset and the job. The outcome is undefined if it is neither given nor derivable from
 * the score, which is compared with the pass percentage; null if nothing determines one.
 */
export function checkInspection(
  errors: ValidationErrors,
  input: NewInspection,
  { answered, pass }: Pick<ValidInspection, 'answered'> & { readonly pass: PassPercentage | null },
  { now, maxInspectionAgeYears = MAX_INSPECTION_AGE_YEARS }: Inspector & { readonly now: Date },
): Omit<CheckedInspection, 'outcome'> & { readonly outcome: InspectionOutcome | undefined } {
  return {
    score: answered ? answered.score : (errors.integer('score', input.score, 0, 100) ?? null),
    note: errors.optionalLines('note', input.note, 10_000) ?? null,
    inspectedAt: checkInspectedAt(errors, input.inspectedAt ?? now, now, maxInspectionAgeYears),
    outcome: answered ? answeredOutcome(answered) : outcomeOf(errors, input, pass),
  }
}

function checkInspectedAt(errors: ValidationErrors, inspectedAt: Date, now: Date, years: number) {
  errors.instant('inspectedAt', inspectedAt)
  const earliest = new Date(now)
  earliest.setUTCFullYear(now.getUTCFullYear() - years)
  if (inspectedAt > now)
    errors.add('OUT_OF_RANGE', 'inspectedAt', 'The time must not be in the future.')
  else if (inspectedAt < earliest) {
    const period = years === 1 ? 'year' : `${years} years`
    errors.add('OUT_OF_RANGE', 'inspectedAt', `The time must be in the last ${period}.`)
  }
  return inspectedAt
}

/** Without a scored question, an inspection passes, unless an answer to a critical question fails. */
const answeredOutcome = ({ criticalFails, score, passPercentage }: AnsweredChecklist) =>
  criticalFails || (score ?? 100) < passPercentage ? 'failed' : 'passed'

function outcomeOf(errors: ValidationErrors, input: NewInspection, pass: PassPercentage | null) {
  const { outcome, score, jobId, answers } = input
  // The answers cannot be judged, which is reported already.
  if (answers) return undefined
  const hasScore = score !== null && score !== undefined
  if (hasScore && pass) {
    const { percentage, of } = pass
    const scored = score >= percentage ? 'passed' : 'failed'
    const isInRange = score >= 0 && score <= 100
    if (outcome && outcome !== scored && isInRange) {
      const message = `The score ${score} has the outcome ${scored.toUpperCase()}: ${of} passes from ${percentage} on.`
      errors.add('INVALID', 'outcome', message)
    }
    return scored
  }
  if (outcome) return outcome
  // The job was not found, which is reported already.
  if (hasScore && isKey(jobId)) return undefined
  const message = hasScore
    ? 'Without a job or a checklist there is no pass percentage to compare the score with.'
    : 'An outcome or a score is required.'
  errors.add('REQUIRED', 'outcome', message)
  return undefined
}
