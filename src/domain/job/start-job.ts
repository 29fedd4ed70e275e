import type { Domain } from '../domain.js'
import { type JobMove, moveJob } from './move-job.js'

/** Starts the work on a scheduled job. */
export const startJob = (domain: Domain, { id }: JobMove): Promise<{ id: number }> =>
  moveJob(domain, id, {
    operation: 'startJob',
    participle: 'started',
    from: ['scheduled'],
    to: 'in_progress',
    change: (_job, now) => ({ startedAt: now }),
  })
