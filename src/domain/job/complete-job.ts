import type { ById, Changed, Domain } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'

export interface JobCompletion extends ById {
  /** The name of the person who signs; required if the job requires a signature. */
  readonly signatureName?: string | null | undefined
}

/**
 * Completes a job that is in progress or paused, irreversibly. A job without `allowEarlyClosure` cannot be completed
 * before its scheduled end.
 */
export const completeJob = (domain: Domain, input: JobCompletion): Promise<Changed> =>
  changeJobStatus(domain, input.id, 'completeJob', (job, now, errors) => {
    if (!job.allowEarlyClosure && now < job.scheduledEnd) {
      errors.add('WRONG_STATE', 'id', 'This job cannot be completed before its scheduled end.')
    }
    const name = errors.optionalText('signatureName', input.signatureName) ?? null
    const signatureName = job.requiresSignature ? errors.required('signatureName', name) : name
    return { signatureName, completedAt: now, closedById: domain.viewer.userId }
  })
