import type { ById, Changed, Domain } from '../domain.js'
import { moveJob } from './move-job.js'

/** Pauses a job that is in progress. */
export const pauseJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  moveJob(domain, id, 'pauseJob')
