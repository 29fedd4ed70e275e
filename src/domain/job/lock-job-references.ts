import { queryRows, type TransactionDomain } from '../domain.js'
import {
  FOUND_REFERENCES,
  type FoundReferences,
  lockReferencesSql,
  type ReferenceColumns,
  referenceKeys,
  type ReferenceInput,
  referencesByKey,
} from './job-references.js'

/** Finds and locks the records that changes of jobs refer to. Sends no statement if there are none. */
export async function lockJobReferences(
  tx: TransactionDomain,
  inputs: readonly ReferenceInput[],
): Promise<FoundReferences> {
  const keys = referenceKeys(inputs)
  const hasKeys = keys.some((each) => each.length > 0)
  const statement = {
    name: inputs.length === 1 ? 'lock-references-of-job' : 'lock-references-of-jobs',
    text: inputs.length === 1 ? LOCK_OF_ONE : LOCK_OF_MANY,
    values: [tx.viewer.companyId, ...keys],
  }
  const [columns] = hasKeys ? await queryRows<ReferenceColumns>(tx, statement) : []
  return referencesByKey(columns ?? { sites: [], types: [], technicians: [], zones: [] })
}

const LOCK_OF_ONE = `with ${lockReferencesSql(true)} select ${FOUND_REFERENCES}`
const LOCK_OF_MANY = `with ${lockReferencesSql(false)} select ${FOUND_REFERENCES}`
