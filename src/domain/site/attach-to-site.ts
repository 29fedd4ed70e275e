import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'

/** Locks the site to which `withDocuments` attaches files. */
export async function attachToSite(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'attachToSite')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Site', input.id)
    return { id }
  })
}
