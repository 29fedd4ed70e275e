import { authorise } from '../access/authorise.js'
import { type Created, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import type { RemovableModel } from './require-record.js'
import { type NewData, type Pending, sendInsert, settled } from './write-record.js'

/** Assets and jobs are inserted by their own statements. */
type CreatableModel = Exclude<RemovableModel, 'Asset' | 'Job'>

/**
 * Creates a record in one transaction: `check` validates the input, locks what it refers to and returns the data, or promises of it.
 * Throws FORBIDDEN if the user's role does not allow it, and INVALID with all validation errors that `check` added.
 */
export async function createRecord<Model extends CreatableModel>(
  domain: Domain,
  model: Model,
  check: (
    tx: TransactionDomain,
    errors: ValidationErrors,
  ) => Pending<NewData<Model>> | Promise<Pending<NewData<Model>>>,
): Promise<Created> {
  authorise(domain.viewer, `create${model}`)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    const data = await settled<NewData<Model>>(await check(tx, errors))
    errors.throwIfAny()
    return sendInsert(tx, model, data)
  })
}
