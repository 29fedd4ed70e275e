import { authorise } from '../access/policy.js'
import type { Domain } from '../domain.js'
import { identify } from '../record/record-key.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkDocuments } from './documents.js'
import { type CreatedJob, type InsertedJob, insertJob } from './insert-job.js'
import { rejectTechnician, rejectType, rejectZone } from './job-references.js'
import { checkOrder, checkScheduledTime, timezoneFor } from './job-schedule.js'
import type { NewJob } from './new-job.js'

/** Creates a scheduled job at a site, with its documents. Job numbers are consecutive in the company. */
export async function createJob(domain: Domain, input: NewJob): Promise<CreatedJob> {
  authorise(domain.viewer, 'createJob')
  const errors = new ValidationErrors(domain)
  const { specialInstructions } = input
  const checked = {
    ...input,
    ...(await checkSchedule(domain, errors, input)),
    reference: errors.optionalText('reference', input.reference),
    specialInstructions: errors.optionalText('specialInstructions', specialInstructions, 10_000),
    documents: checkDocuments(errors, input.documents ?? []),
  }

  const inserted = await insertJob(domain, checked, { dryRun: !errors.isEmpty })
  if (inserted.job) return inserted.job
  checkReferences(errors, inserted, input)
  errors.throwIfAny()
  throw new Error('expected a validation error, because no job was inserted')
}

async function checkSchedule(domain: Domain, errors: ValidationErrors, input: NewJob) {
  const timezone = await timezoneFor(domain, input, input.siteId)
  const check = (name: 'scheduledStart' | 'scheduledEnd') => {
    if (input[name] == null && input[`${name}Local`] == null) errors.required(name, null)
    return checkScheduledTime(errors, input, name, timezone)
  }
  const scheduledStart = check('scheduledStart')
  const scheduledEnd = check('scheduledEnd')
  checkOrder(errors, input, scheduledStart, scheduledEnd)
  return { scheduledStart, scheduledEnd }
}

function checkReferences(errors: ValidationErrors, found: InsertedJob, { zoneIds }: NewJob) {
  errors.reference('siteId', found.siteId, 'Site')
  errors.reference('jobTypeId', found.typeId, 'JobType')
  if (found.typeActive === false) rejectType(errors)
  errors.reference('technicianId', found.technicianId, 'User')
  if (found.technicianFit === false) rejectTechnician(errors)
  zoneIds?.map(identify).forEach((key, index) => {
    const zone = found.zones.find(({ id, uuid }) =>
      'id' in key ? key.id === id : key.uuid === uuid,
    )
    errors.reference(['zoneIds', index], zone ?? null, 'Zone')
    if (zone && found.siteId !== null && zone.siteId !== found.siteId) rejectZone(errors, index)
  })
}
