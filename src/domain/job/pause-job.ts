import type { Domain } from '../domain.js'
import { type JobMove, moveJob } from './move-job.js'

/** Pauses a job that is in progress. */
export const pauseJob = (domain: Domain, { id }: JobMove): Promise<{ id: number }> =>
  moveJob(domain, id, {
    operation: 'pauseJob',
    participle: 'paused',
    from: ['in_progress'],
    to: 'paused',
  })
