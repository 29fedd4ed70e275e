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
  const lock = inputs.length === 1 ? LOCK_OF_ONE : LOCK_OF_MANY
  const [row] = await queryRows<{ readonly found: FoundRows }>(tx, { ...lock, values })
  return referencesByKey(row?.found ?? NONE)
}

const NONE: FoundRows = { sites: [], types: [], technicians: [], zones: [] }

const callOf = (name: string) => `select ${name}(
  $1::int, $2::int[], $3::uuid[], $4::int[], $5::uuid[], $6::int[], $7::uuid[], $8::int[], $9::uuid[]) as found`

const LOCK_OF_ONE = { name: 'lock-references-of-job', text: callOf('lock_references_of_job') }
const LOCK_OF_MANY = { name: 'lock-references-of-jobs', text: callOf('lock_references_of_jobs') }
