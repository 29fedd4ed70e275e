import type { Domain } from '../domain.js'
import { OPEN_STATUSES } from './job-status.js'
import { type JobMove, moveJob } from './move-job.js'

/** Cancels an unfinished job, irreversibly. */
export const cancelJob = (domain: Domain, { id }: JobMove): Promise<{ id: number }> =>
  moveJob(domain, id, {
    operation: 'cancelJob',
    participle: 'cancelled',
    from: OPEN_STATUSES,
    to: 'cancelled',
    change: (_job, now) => ({ cancelledAt: now, closedById: domain.viewer.userId }),
  })
