import type { ById, Changed, Domain } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'

/** Starts the work on a scheduled job, which must have a technician. */
export const startJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  changeJobStatus(domain, id, 'startJob', (_job, now) => ({ startedAt: now }))
