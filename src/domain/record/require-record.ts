import { type ModelName, modelOf } from '../../db/read/model.js'
import type { Operation } from '../access/policy.js'
import { queryRows, type RecordKey, type TransactionDomain } from '../domain.js'
import { DomainError } from '../errors.js'
import { notFoundMessage, nounOf } from '../noun.js'
import { idAndUuid } from './record-key.js'
import { type Expectation, rejectStale } from './stale.js'

/** The models whose records can be removed (soft delete) and restored: the policy has a row such as `removeSite`. */
export type RemovableModel = RemovedBy<Operation>
type RemovedBy<Name> = Name extends `remove${infer Model extends ModelName}` ? Model : never

/** The row of a record that the transaction has locked: also its columns, by their names in the database. */
export interface LockedRow {
  readonly id: number
  readonly removed: boolean
  readonly [column: string]: unknown
}

/**
 * Finds the record with the key in an input's `id`, and locks it until the transaction ends. Throws NOT_FOUND,
 * StaleError and, unless `removed` is true, REMOVED.
 */
export async function requireForUpdate(
  tx: TransactionDomain,
  model: RemovableModel | 'Inspection',
  key: RecordKey,
  { removed = false, ...expectation }: { readonly removed?: boolean } & Expectation = {},
): Promise<LockedRow> {
  const [id, uuid] = idAndUuid(key)
  const keyed = uuid === null ? 'id = $2::int' : 'uuid = $2::uuid'
  const [row] = await queryRows<LockedRow & { readonly updatedAt: Date }>(tx, {
    name: `lock-${model}-by-${uuid === null ? 'id' : 'uuid'}`,
    text: `select ${columnsOf(model)}, deleted_at is not null as removed, updated_at as "updatedAt"
      from ${modelOf(model).table}
      where ${keyed} and company_id = $1::int
      for update`,
    values: [tx.viewer.companyId, uuid ?? id],
  })
  const found = requireFound(model, row, (each) => each.removed && !removed)
  rejectStale(found, expectation)
  return found
}

/** For `select`, instead of `*`: a prepared statement with `*` fails after a migration has added a column to the table. */
export const columnsOf = (model: ModelName): string =>
  Object.values(modelOf(model).columns).join(', ')

/** Returns the record that a lookup for an update has found. Throws NOT_FOUND, REMOVED and StaleError. */
export function requireCurrent<
  Row extends { readonly id: number; readonly removed: boolean; readonly updatedAt: Date },
>(model: RemovableModel, row: Row | null, expectation: Expectation): Row {
  const found = requireFound(model, row ?? undefined, ({ removed }) => removed)
  rejectStale(found, expectation)
  return found
}

/** Returns the result of a lookup. Throws NOT_FOUND if it is undefined, and REMOVED if the record was removed. */
export function requireFound<Row>(
  model: string,
  row: Row | undefined,
  isRemoved: (row: Row) => boolean,
): Row {
  if (row === undefined) throw missing('NOT_FOUND', notFoundMessage(model))
  if (isRemoved(row)) throw missing('REMOVED', `This ${nounOf(model)} was removed.`)
  return row
}

const missing = (code: 'NOT_FOUND' | 'REMOVED', message: string) =>
  new DomainError(code, message, [{ code: 'NOT_FOUND', path: ['id'], message }])
