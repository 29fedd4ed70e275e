import { authorise } from '../access/authorise.js'
import {
  type Changed,
  type Domain,
  inTransaction,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { type Locked, type RemovableModel, requireForUpdate } from './require-record.js'
import type { Expectation } from './stale.js'
import { type ChangedData, sendChange, type Pending, settled } from './write-record.js'

/**
 * The input of an update. Undefined leaves a field unchanged; null clears it, or is rejected if it cannot be cleared.
 */
export type Change<New> = { readonly id: RecordKey } & Expectation & {
    readonly [Field in Exclude<keyof New, 'id'>]?: New[Field] | null | undefined
  }

/** The new values, or promises of them, and whether rows of other tables that are a part of the record have changed. */
type Checked<Model extends RemovableModel> = Pending<ChangedData<Model>> & {
  readonly partsChanged?: boolean
}

/**
 * Updates a record in one transaction: locks it, then `check` validates the input, locks what it refers to and returns
 * the new data. Throws FORBIDDEN, NOT_FOUND, REMOVED, StaleError, and INVALID with all validation errors that `check`
 * added.
 */
export async function updateRecord<Model extends Exclude<RemovableModel, 'Document'>>(
  domain: Domain,
  model: Model,
  { id: key, expectedUpdatedAt }: { readonly id: RecordKey } & Expectation,
  check: (
    tx: TransactionDomain,
    errors: ValidationErrors,
    locked: Locked<Model>,
  ) => Checked<Model> | Promise<Checked<Model>>,
): Promise<Changed> {
  authorise(domain.viewer, `update${model}`)
  return inTransaction(domain, async (tx) => {
    const locked = await requireForUpdate(tx, model, key, { expectedUpdatedAt })
    const errors = new ValidationErrors(domain)
    const { partsChanged, ...data } = await check(tx, errors, locked)
    const changed = await settled(data as Pending<ChangedData<Model>>)
    errors.throwIfAny()
    return sendChange(tx, model, locked, changed, { partsChanged })
  })
}
