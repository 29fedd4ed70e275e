import { type ModelName, modelOf } from '../../db/read/model.js'
import { readModel } from '../../db/generated/read-model.js'
import { tenantCondition } from '../../db/read/scope.js'
import { type Created, queryRows, type TransactionDomain } from '../domain.js'
import { requireFound } from '../record/require-record.js'
import type { ValidationErrors } from '../validation-errors.js'
import { type ChosenId, hashOf, isAccepted, newUuidOf } from './chosen-id.js'

/** A record that has a claimed id. */
interface FoundRecord extends Created {
  readonly model: string
  readonly removed: boolean
}

/** The ids that clients chose for new records, claimed by a transaction. */
export interface ClaimedIds {
  /**
   * Undefined if the id is free. Otherwise returns the record if it was created with an equal input, or adds the error TAKEN. Throws
   * REMOVED if the record was removed since. Adds INVALID if this is not a UUID of version 4 or 7.
   */
  readonly find: (errors: ValidationErrors, input: ChosenId) => Created | undefined
  /** Gives back those ids of the inputs that were free: their records were not created. */
  readonly release: (inputs: readonly ChosenId[]) => Promise<void>
}

/**
 * Claims the ids of new records of a model: until the transaction ends, others that claim one of them wait. The three statements are one
 * round trip. The last two begin when those others have ended, and find what they have committed.
 */
export async function claimIds(
  tx: TransactionDomain,
  model: ModelName,
  inputs: readonly ChosenId[],
): Promise<ClaimedIds> {
  const given = inputs.flatMap((input) => {
    return isAccepted(input) ? [{ id: newUuidOf(input), hash: hashOf(input) }] : []
  })
  const hashes = new Map(given.map(({ id, hash }) => [id, hash]))
  // Two transactions that claim the same ids in different orders would deadlock.
  const ids = [...hashes.keys()].sort()
  if (ids.length === 0) return claimed(tx, model, [], [], [])
  const values = [tx.viewer.companyId, ids]
  const [{ rows: added }, { rows: stored }, found] = await Promise.all([
    tx.db.write<StoredHash>(claimOf(tx, ids, hashes)),
    tx.db.write<StoredHash>({ name: 'find-chosen-ids', text: FIND, values }),
    queryRows<FoundRecord>(tx, { name: 'find-records-of-ids', text: FIND_RECORDS, values }),
  ])
  return claimed(tx, model, added, stored, found)
}

interface StoredHash {
  readonly id: string
  readonly hash: Buffer
}

function claimed(
  tx: TransactionDomain,
  model: ModelName,
  added: readonly StoredHash[],
  stored: readonly StoredHash[],
  found: readonly FoundRecord[],
): ClaimedIds {
  const own = new Set(added.map(({ id }) => id))
  const hashes = new Map(stored.map(({ id, hash }) => [id, hash]))
  const records = new Map(found.map((each) => [each.uuid, each]))
  return {
    find: (errors, input) => {
      const id = newUuidOf(input)
      if (!isAccepted(input)) errors.add('INVALID', 'id', 'A UUID of version 4 or 7 is expected.')
      const record = records.get(id)
      if (!record) return undefined
      const isSame = !own.has(id) && record.model === model && hashes.get(id)?.equals(hashOf(input))
      if (isSame) return requireFound(model, record, ({ removed }) => removed)
      errors.add('TAKEN', 'id', 'Another record has this id.')
      return undefined
    },
    release: async (inputs) => {
      const ids = inputs.map(newUuidOf).filter((id) => own.has(id))
      if (ids.length === 0) return
      const values = [tx.viewer.companyId, ids]
      await tx.db.write({ name: 'release-chosen-ids', text: RELEASE, values })
    },
  }
}

function claimOf(
  { viewer }: TransactionDomain,
  ids: readonly string[],
  hashes: ReadonlyMap<string, Buffer>,
) {
  const values: unknown[] = [viewer.companyId]
  const tuples = ids.map((id) => `($1, $${values.push(id)}, $${values.push(hashes.get(id))})`)
  const text = `
    insert into chosen_id (company_id, record_id, input_hash) values ${tuples.join(', ')}
    on conflict (company_id, record_id) do nothing
    returning record_id as id, input_hash as hash`
  return ids.length === 1 ? { name: 'claim-chosen-id', text, values } : { text, values }
}

const FIND = `
select record_id as id, input_hash as hash from chosen_id where company_id = $1 and record_id = any($2::uuid[])`

const RELEASE = 'delete from chosen_id where company_id = $1 and record_id = any($2::uuid[])'

// The records of all types that have a UUID: clients find a record of any type by it (`node`).
const FIND_RECORDS = (Object.keys(readModel) as ModelName[])
  .map((name) => ({ name, model: modelOf(name) }))
  .filter(({ model }) => 'uuid' in model.columns && model.tenant !== null)
  .map(({ name, model }) => {
    const removed = 'deletedAt' in model.columns ? 't.deleted_at is not null' : 'false'
    const id = 'id' in model.columns ? 't.id' : '0'
    return `select '${name}' as model, ${id} as id, t.uuid, ${removed} as removed
      from ${model.table} t where ${tenantCondition(model, 't', '$1::int')} and t.uuid = any($2::uuid[])`
  })
  .join(' union all ')
