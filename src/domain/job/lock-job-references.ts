import { queryRows, type TransactionDomain } from '../domain.js'
import {
  type FoundReferences,
  type FoundRows,
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
  if (keys.every((each) => each.length === 0)) return referencesByKey(NONE)
  const values = [tx.viewer.companyId, ...keys]
  const statement = { name: 'lock-job-references', text: LOCK_REFERENCES, values }
  const [row] = await queryRows<{ readonly found: FoundRows }>(tx, statement)
  return referencesByKey(row?.found ?? NONE)
}

const NONE: FoundRows = { sites: [], types: [], technicians: [], zones: [] }

const LOCK_REFERENCES = `select lock_job_references(
  $1::int, $2::int[], $3::uuid[], $4::int[], $5::uuid[], $6::int[], $7::uuid[], $8::int[], $9::uuid[]) as found`
