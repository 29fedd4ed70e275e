import type { ById, Changed, Domain } from '../domain.js'
import { moveJob } from './move-job.js'

/** Cancels an unfinished job, irreversibly. */
export const cancelJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  moveJob(domain, id, 'cancelJob', (_job, now) => ({
    cancelledAt: now,
    closedById: domain.viewer.userId,
  }))
