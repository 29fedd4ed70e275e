import type { ById, Changed, Domain } from '../domain.js'
import { moveJob } from './move-job.js'

/** Resumes a paused job. */
export const resumeJob = (domain: Domain, { id }: ById): Promise<Changed> =>
  moveJob(domain, id, 'resumeJob')
