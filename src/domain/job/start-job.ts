import type { ById, Changed, Domain } from '../domain.js'
import { moveJob } from './move-job.js'

/** Starts the work on a scheduled job. */
export const startJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  moveJob(domain, id, 'startJob', (_job, now) => ({ startedAt: now }))
