import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { sendChange } from '../record/write-record.js'
import { requireOwnJob } from './own-job.js'

/**
 * Confirms that a device has received the job. Only the first confirmation sets the time; a later one changes nothing.
 */
export async function confirmJobSync(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'confirmJobSync')
  return inTransaction(domain, async (tx) => {
    const job = await requireForUpdate(tx, 'Job', input.id)
    requireOwnJob(tx.viewer, job)
    if (job.syncedAt) return { id: job.id }
    return sendChange(tx, 'Job', job, { syncedAt: tx.now() })
  })
}
