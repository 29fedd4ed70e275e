import { authorise } from '../access/authorise.js'
import type { Operation } from '../access/policy.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import { type ChosenId, isChosen } from './chosen-id.js'
import { claimIds } from './claim-ids.js'

/** The models of the records that clients create with an id of their own, besides documents. */
export type ChosenIdModel = 'Asset' | 'Inspection' | 'Job'

/**
 * Creates a record whose id the client may have chosen: once for all requests with the same id and the same input. Later ones return the
 * record, whatever has changed in it since. Concurrent ones wait for the first. Throws TAKEN if a record of any type has the id, but was
 * not created with this input.
 */
export async function createOnce(
  domain: Domain,
  model: ChosenIdModel,
  operation: Operation,
  input: ChosenId,
  write: (domain: Domain) => Promise<Changed>,
): Promise<Changed> {
  if (!isChosen(input)) return write(domain)
  authorise(domain.viewer, operation)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    const claims = await claimIds(tx, model, [input])
    const found = claims.find(errors, input)
    return found ? { id: found.id } : writeOrMerge(tx, errors, write)
  })
}
