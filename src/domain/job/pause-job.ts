import type { ById, Changed, Domain } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'

/** Pauses a job that is in progress. */
export const pauseJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  changeJobStatus(domain, id, 'pauseJob')
