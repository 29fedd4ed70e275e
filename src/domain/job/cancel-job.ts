import type { ById, Changed, Domain } from '../domain.js'
import { OPEN_STATUSES } from './job-status.js'
import { moveJob } from './move-job.js'

/** Cancels an unfinished job, irreversibly. */
export const cancelJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  moveJob(domain, id, {
    operation: 'cancelJob',
    participle: 'cancelled',
    from: OPEN_STATUSES,
    to: 'cancelled',
    change: (_job, now) => ({ cancelledAt: now, closedById: domain.viewer.userId }),
  })
