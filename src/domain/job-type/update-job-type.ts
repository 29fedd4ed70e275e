import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import type { NewJobType } from './create-job-type.js'

export type JobTypeChange = Change<NewJobType>

/** Updates a job type. No field can be cleared. Existing jobs do not change. */
export const updateJobType = (domain: Domain, input: JobTypeChange): Promise<Changed> =>
  updateRecord(domain, 'JobType', input, (_tx, errors) => {
    const columns = {
      description: errors.text('name', input.name),
      passPercentage: errors.required('passPercentage', input.passPercentage),
      active: errors.required('active', input.active),
      requiresSignature: errors.required('requiresSignature', input.requiresSignature),
      singleInspection: errors.required('singleInspection', input.singleInspection),
      requireAllAssets: errors.required('requireAllAssets', input.requireAllAssets),
    }
    errors.integer('passPercentage', columns.passPercentage, 0, 100)
    return columns
  })
