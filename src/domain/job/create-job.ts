import { authorise } from '../access/policy.js'
import type { Domain } from '../domain.js'
import { identify } from '../record/record-key.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkDocuments } from './documents.js'
import { type CreatedJob, type InsertedJob, insertJob } from './insert-job.js'
import type { NewJob } from './new-job.js'

/** Creates a scheduled job at a site, with its documents. Job numbers are consecutive in the company. */
export async function createJob(domain: Domain, input: NewJob): Promise<CreatedJob> {
  authorise(domain.viewer, 'createJob')
  const errors = new ValidationErrors(domain)
  errors.instant('scheduledStart', input.scheduledStart)
  errors.instant('scheduledEnd', input.scheduledEnd)
  if (input.scheduledEnd <= input.scheduledStart) {
    errors.add('INVALID', 'scheduledEnd', 'The end must come after the start.')
  }
  const { specialInstructions } = input
  const checked = {
    ...input,
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

function checkReferences(errors: ValidationErrors, found: InsertedJob, { zoneIds }: NewJob) {
  errors.reference('siteId', found.siteId, 'Site')
  errors.reference('jobTypeId', found.typeId, 'JobType')
  if (found.typeActive === false) {
    errors.add('INVALID', 'jobTypeId', 'Jobs of this type are no longer created.')
  }
  errors.reference('technicianId', found.technicianId, 'User')
  if (found.technicianFit === false) {
    errors.add('INVALID', 'technicianId', 'An active user with the technician role is expected.')
  }
  zoneIds?.map(identify).forEach((key, index) => {
    const zone = found.zones.find(({ id, uuid }) =>
      'id' in key ? key.id === id : key.uuid === uuid,
    )
    errors.reference(['zoneIds', index], zone ?? null, 'Zone')
    if (zone && found.siteId !== null && zone.siteId !== found.siteId) {
      errors.add('INVALID', ['zoneIds', index], 'This zone is not of the site.')
    }
  })
}
