import { FoundByKey } from '../bulk/found-by-key.js'
import { readModel } from '../../db/generated/read-model.js'
import { queryRows, type RecordKey, type TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { idsAndUuids, isKey, isOneOfRecords } from './record-key.js'
import type { RemovableModel } from './require-record.js'

/*
 * A record that an input refers to must not be removed before the transaction commits. Therefore a lookup locks its row
 * with `for key share`. Many transactions can hold this lock on a row, but it conflicts with the `for update` with
 * which a removal locks the row before it looks for dependents.
 *
 * Deadlocks are impossible because all transactions lock the tables in one order:
 *
 * 1. A zone or a site before the records that it refers to, and a zone type before its asset types.
 * 2. Then assets, and then jobs: an update of an asset type, a user or a site also changes assets or jobs that refer to it.
 * 3. Then findings: an inspection, whose transaction has locked its asset and job, may open or resolve findings.
 *
 * The rows of one table are locked in the order of their ids.
 */

/** `update` if the transaction also changes the record, `share` if no other transaction may change it. */
type Lock = 'key share' | 'share' | 'update'

/**
 * Looks up and locks the record that a field of an input refers to, and returns its id. If the viewer's company does
 * not have the record, or it was removed, adds NOT_FOUND and returns 0. Returns undefined and null as they are. Call it
 * in a transaction.
 */
export async function lockReference<Key extends RecordKey | null | undefined>(
  tx: TransactionDomain,
  errors: ValidationErrors,
  path: string,
  model: RemovableModel,
  key: Key,
  lock?: Lock,
): Promise<number | Exclude<Key, RecordKey>> {
  if (!isKey(key)) return key as Exclude<Key, RecordKey>
  const own = errors.later()
  const [id = null] = await findAndLock(tx, model, [key], lock)
  own.reference(path, id, model)
  return id ?? 0
}

interface LockedRecord {
  readonly id: number
  readonly uuid: string
}

/** Like `lockReference`, for a list of keys. Returns the records found, without duplicates. */
export async function lockReferences(
  tx: TransactionDomain,
  errors: ValidationErrors,
  path: string,
  model: RemovableModel,
  keys: readonly RecordKey[],
): Promise<LockedRecord[]> {
  const records = await lockRecords(tx, model, keys)
  records.forEach((record, index) => {
    errors.reference([path, index], record, model)
  })
  return [...new Set(records.filter((record) => record !== null))]
}

/** Looks up and locks records. Returns the id for each key, null if the record was not found or was removed. */
export async function findAndLock(
  tx: TransactionDomain,
  model: RemovableModel,
  keys: readonly RecordKey[],
  lock?: Lock,
): Promise<(number | null)[]> {
  const records = await lockRecords(tx, model, keys, { lock })
  return records.map((record) => record?.id ?? null)
}

/**
 * The same, with the id, the UUID and `columns` of each record. Locks the rows in the order of their ids, so that two transactions cannot
 * deadlock.
 */
export async function lockRecords<Columns extends object = object>(
  tx: TransactionDomain,
  model: RemovableModel,
  keys: readonly RecordKey[],
  {
    lock = 'key share',
    columns = [],
  }: { lock?: Lock | undefined; columns?: (keyof Columns)[] } = {},
): Promise<((LockedRecord & Columns) | null)[]> {
  if (keys.length === 0) return []
  const { ids, uuids } = idsAndUuids(keys)
  const { table } = readModel[model]
  const isOne = keys.length === 1
  const rows = await queryRows<LockedRecord & Columns>(tx, {
    name: ['lock', table, lock, isOne ? 'one' : 'many', ...columns].join('-'),
    text: `select ${['id', 'uuid', ...columns].join(', ')} from ${table}
      where ${isOneOfRecords(table, '$1::int', ['$2', '$3'], isOne)} and deleted_at is null
      order by id
      for ${lock}`,
    values: [tx.viewer.companyId, ids, uuids],
  })
  const found = new FoundByKey(rows)
  return keys.map((key) => found.get(key))
}
