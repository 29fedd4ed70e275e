import { type Domain, queryRows } from '../domain.js'
import {
  FOUND_REFERENCES,
  type FoundReferences,
  LOCK_REFERENCES,
  type ReferenceColumns,
  referenceKeys,
  type ReferenceInput,
  referencesByKey,
} from './job-references.js'

/** Finds and locks the records that changes of jobs refer to. Sends no statement if there are none. */
export async function lockJobReferences(
  tx: Domain,
  inputs: readonly ReferenceInput[],
): Promise<FoundReferences> {
  const keys = referenceKeys(inputs)
  const hasKeys = keys.some((each) => each.length > 0)
  const statement = {
    name: 'lock-job-references',
    text: LOCK,
    values: [tx.viewer.companyId, ...keys],
  }
  const [columns] = hasKeys ? await queryRows<ReferenceColumns>(tx, statement) : []
  return referencesByKey(columns ?? { sites: [], types: [], technicians: [], zones: [] })
}

const LOCK = `with ${LOCK_REFERENCES} select ${FOUND_REFERENCES}`
