import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { requireOwnJob } from './own-job.js'

/** Locks the job to which `withDocuments` attaches files. In each status: what proves the work may be taken after it. */
export async function attachToJob(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'attachToJob')
  return inTransaction(domain, async (tx) => {
    const job = await requireForUpdate(tx, 'Job', input.id)
    requireOwnJob(tx.viewer, job)
    return { id: job.id }
  })
}
