import type { ById, Changed, Domain } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'

/** Cancels an unfinished job, irreversibly. */
export const cancelJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  changeJobStatus(domain, id, 'cancelJob', (_job, now) => ({
    cancelledAt: now,
    closedById: domain.viewer.userId,
  }))
