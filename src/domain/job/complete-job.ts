import type { Domain } from '../domain.js'
import { type JobMove, moveJob } from './move-job.js'

export interface JobCompletion extends JobMove {
  /** Who signs for the finished work; needed where the job requires a signature. */
  readonly signatureName?: string | null | undefined
}

/** Finishes a job that was started, for good; one that requires a signature needs the signatory's name. */
export const completeJob = (domain: Domain, input: JobCompletion): Promise<{ id: number }> =>
  moveJob(domain, input.id, {
    operation: 'completeJob',
    participle: 'completed',
    from: ['in_progress', 'paused'],
    to: 'completed',
    change: (job, now, errors) => {
      const given = errors.optionalText('signatureName', input.signatureName) ?? null
      const signatureName = job.requiresSignature ? errors.required('signatureName', given) : given
      return { signatureName, completedAt: now, closedById: domain.viewer.userId }
    },
  })
