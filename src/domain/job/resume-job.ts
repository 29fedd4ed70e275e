import type { Domain } from '../domain.js'
import { type JobMove, moveJob } from './move-job.js'

/** Resumes a paused job. */
export const resumeJob = (domain: Domain, { id }: JobMove): Promise<{ id: number }> =>
  moveJob(domain, id, {
    operation: 'resumeJob',
    participle: 'resumed',
    from: ['paused'],
    to: 'in_progress',
  })
