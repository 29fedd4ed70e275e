import { authorise } from '../access/authorise.js'
import { writeOneRow } from '../bulk/one-row.js'
import { Rows } from '../bulk/rows.js'
import type { Domain } from '../domain.js'
import { insertNewJobs } from './create-jobs.js'
import type { CreatedJob } from './insert-jobs.js'
import type { NewJob } from './new-job.js'

/** Creates a scheduled job at a site, with its documents: `createJobs` with one row. */
export async function createJob(domain: Domain, input: NewJob): Promise<CreatedJob> {
  authorise(domain.viewer, 'createJob')
  return writeOneRow(domain, (own) => insertNewJobs(own, Rows.one(own, input)))
}
