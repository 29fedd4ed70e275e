import type { ChosenId } from '../chosen-id/chosen-id.js'
import type { RecordKey } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkTechnician, type FoundReferences, rejectType, rejectZone } from './job-references.js'
import { checkOrder, checkScheduledTime, type ScheduleInput } from './job-schedule.js'

export interface NewJob extends ScheduleInput, ChosenId {
  readonly siteId: RecordKey
  readonly jobTypeId: RecordKey
  /** The assignee: an active user with the technician role. Absent: none yet, if the company allows that. */
  readonly technicianId?: RecordKey | null | undefined
  /** Absent: the default of the job type. */
  readonly requiresSignature?: boolean | null | undefined
  /** Whether the job may be completed before its scheduled end. Absent: true. */
  readonly allowEarlyClosure?: boolean | null | undefined
  /** Zones of the site. Absent: none. */
  readonly zoneIds?: readonly RecordKey[] | null | undefined
  readonly reference?: string | null | undefined
  readonly specialInstructions?: string | null | undefined
}

/** Checks everything except the references. `timezone` is that of the site. */
export const checkNewJob = (
  errors: ValidationErrors,
  input: NewJob,
  timezone: string | null,
): NewJob => ({
  ...input,
  technicianId: input.technicianId ?? null,
  ...checkSchedule(errors, input, timezone),
  reference: errors.optionalText('reference', input.reference),
  specialInstructions: errors.optionalLines(
    'specialInstructions',
    input.specialInstructions,
    10_000,
  ),
})

function checkSchedule(errors: ValidationErrors, input: NewJob, timezone: string | null) {
  const check = (name: 'scheduledStart' | 'scheduledEnd') => {
    if (input[name] == null && input[`${name}Local`] == null) errors.required(name, null)
    return checkScheduledTime(errors, input, name, timezone)
  }
  const scheduledStart = check('scheduledStart')
  const scheduledEnd = check('scheduledEnd')
  checkOrder(errors, input, scheduledStart, scheduledEnd)
  return { scheduledStart, scheduledEnd }
}

/** Checks the references, with the same rules as the function `insert_jobs`. */
export function checkReferences(
  errors: ValidationErrors,
  input: NewJob,
  found: FoundReferences,
): void {
  const site = found.sites.get(input.siteId)
  const type = found.types.get(input.jobTypeId)
  errors.reference('siteId', site, 'Site')
  errors.reference('jobTypeId', type, 'JobType')
  if (type?.active === false) rejectType(errors)
  checkTechnician(errors, input.technicianId, found.technicianOf(input.technicianId))
  input.zoneIds?.forEach((key, index) => {
    const zone = found.zones.get(key)
    errors.reference(['zoneIds', index], zone, 'Zone')
    if (zone && site && zone.siteId !== site.id) rejectZone(errors, index)
  })
}
