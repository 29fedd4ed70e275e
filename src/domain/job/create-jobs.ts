import { authorise } from '../access/authorise.js'
import { type Bulk, type BulkResult, Rows } from '../bulk/rows.js'
import { createRowsOnce } from '../chosen-id/create-rows-once.js'
import type { Created, Domain } from '../domain.js'
import { type CreatedJob, insertJobs, type Insertion } from './insert-jobs.js'
import { findSitesOfLocalTimes } from './job-schedule.js'
import { checkNewJob, checkReferences, type NewJob } from './new-job.js'

/** Creates scheduled jobs. Job numbers are consecutive in the company, in the order of the rows. */
export async function createJobs(
  domain: Domain,
  input: Bulk<NewJob>,
): Promise<BulkResult<Created>> {
  authorise(domain.viewer, 'createJobs')
  return createRowsOnce(
    domain,
    'Job',
    () => Rows.of(domain, input),
    (own, newRows) => insertNewJobs(own, newRows()),
  )
}

/**
 * Validates and inserts jobs. One statement finds the records that the jobs refer to and inserts the jobs. If a job has
 * a local time, another statement reads the time zones of the sites first.
 */
export async function insertNewJobs(
  domain: Domain,
  rows: Rows<NewJob>,
): Promise<BulkResult<CreatedJob>> {
  if (rows.all.length === 0) return rows.result([])
  const inputs = rows.all.map(({ input }) => input)
  const sites = await findSitesOfLocalTimes(domain, inputs)
  const checked = rows.all.map(({ errors, input }) => {
    const timezone = sites.get(input.siteId)?.timezone ?? null
    return { job: checkNewJob(errors, input, timezone), valid: errors.allowWrite }
  })
  const { found, created } = await insertJobs(domain, checked, insertionOf(rows))
  if (found) for (const { errors, input } of rows.all) checkReferences(errors, input, found)
  rows.throwIfRejected()
  return rows.result(
    created.filter((job, index) => {
      const isValid = rows.all[index]?.errors.allowWrite === true
      if (isValid !== (job !== null)) throw new Error('expected exactly the valid jobs')
      return isValid
    }) as CreatedJob[],
  )
}

function insertionOf({ isRejected, onError }: Rows<NewJob>): Insertion {
  if (isRejected) return 'none'
  return onError === 'reject_all' ? 'all' : 'valid'
}
