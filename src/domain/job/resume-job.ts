import type { ById, Changed, Domain } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'

/** Resumes a paused job. */
export const resumeJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  changeJobStatus(domain, id, 'resumeJob')
