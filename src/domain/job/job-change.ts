import type { Change } from '../record/update-record.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { JobValues } from './change-jobs.js'
import { checkChangedReferences } from './changed-references.js'
import type { FoundReferences } from './job-references.js'
import { checkOrder, checkScheduledTime, fieldOf } from './job-schedule.js'
import { rejectFixed } from './job-status.js'
import type { LockedJob } from './lock-jobs.js'
import type { NewJob } from './new-job.js'

/** Local times are in the time zone of the site that the job has after the change. */
export type JobChange = Change<Omit<NewJob, 'documents'>>

/** Checks a change, and returns all values of the job after it, also the unchanged ones. */
export function checkJobChange(
  errors: ValidationErrors,
  input: JobChange,
  job: LockedJob,
  found: FoundReferences,
): JobValues {
  const { timezone, ...references } = checkChangedReferences(errors, input, job, found)

  for (const name of TIMES) errors.required(name, input[name])
  const start = checkScheduledTime(errors, input, 'scheduledStart', timezone)
  const end = checkScheduledTime(errors, input, 'scheduledEnd', timezone)
  if (start || end) {
    checkOrder(errors, input, start ?? job.scheduledStart, end ?? job.scheduledEnd)
  }

  const changed = {
    reference: errors.optionalText('reference', input.reference),
    specialInstructions: errors.optionalLines(
      'specialInstructions',
      input.specialInstructions,
      10_000,
    ),
    requiresSignature: errors.required('requiresSignature', input.requiresSignature),
    allowEarlyClosure: errors.required('allowEarlyClosure', input.allowEarlyClosure),
  }
  const rejectIfFixed = (path: string, isChanged: boolean) => {
    if (isChanged) rejectFixed(errors, job.status, path)
  }
  rejectIfFixed(fieldOf(input, 'scheduledStart'), differs(start, job.scheduledStart))
  rejectIfFixed(fieldOf(input, 'scheduledEnd'), differs(end, job.scheduledEnd))
  for (const name of ['specialInstructions', 'requiresSignature', 'allowEarlyClosure'] as const) {
    rejectIfFixed(name, differs(changed[name], job[name]))
  }
  return {
    job,
    ...references,
    scheduledStart: start ?? job.scheduledStart,
    scheduledEnd: end ?? job.scheduledEnd,
    reference: given(changed.reference, job.reference),
    specialInstructions: given(changed.specialInstructions, job.specialInstructions),
    requiresSignature: given(changed.requiresSignature, job.requiresSignature),
    allowEarlyClosure: given(changed.allowEarlyClosure, job.allowEarlyClosure),
  }
}

const TIMES = [
  'scheduledStart',
  'scheduledStartLocal',
  'scheduledEnd',
  'scheduledEndLocal',
] as const

/** The given value; the current one if none is given. Null is a value. */
const given = <Value>(value: Value | undefined, current: Value): Value =>
  value === undefined ? current : value

/** Whether a value is given and is not the current one. */
function differs<Value>(value: Value | undefined, current: Value): boolean {
  if (value === undefined) return false
  return value instanceof Date && current instanceof Date
    ? value.getTime() !== current.getTime()
    : value !== current
}
