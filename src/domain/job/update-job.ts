import { authorise } from '../access/authorise.js'
import { writeOneRow } from '../bulk/one-row.js'
import { Rows } from '../bulk/rows.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import type { JobChange } from './job-change.js'
import { changeJobRows } from './update-jobs.js'

/**
 * Updates a job: `updateJobs` with one row. While it is scheduled, every field can change; in progress or paused, all
 * except site and type; completed or cancelled, only `reference`. A field that is given with its current value does not
 * count as a change.
 */
export async function updateJob(domain: Domain, input: JobChange): Promise<Changed> {
  authorise(domain.viewer, 'updateJob')
  return writeOneRow(domain, (own) =>
    inTransaction(own, (tx) => changeJobRows(tx, Rows.one(tx, input))),
  )
}
