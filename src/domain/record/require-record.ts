import type { Prisma } from '../../db/generated/prisma/client.js'
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

/** The models whose records `requireForUpdate` locks. */
export type LockableModel = RemovableModel | 'ApiKey' | 'Inspection'

/** A record that the transaction has locked, with the fields of Prisma's client, except those of type bigint. */
export type Locked<Model extends LockableModel> = {
  readonly [
    Field in keyof Scalars<Model> as bigint extends Scalars<Model>[Field] ? never : Field
  ]: Scalars<Model>[Field]
} & {
  readonly id: number
  readonly uuid: string
  readonly updatedAt: Date
  readonly removed: boolean
}

type Scalars<Model extends LockableModel> = Prisma.TypeMap['model'][Model]['payload']['scalars']

/**
 * Finds the record with the key in an input's `id`, and locks it until the transaction ends. Throws NOT_FOUND,
 * StaleError and, unless `removed` is true, REMOVED.
 */
export async function requireForUpdate<Model extends LockableModel>(
  tx: TransactionDomain,
  model: Model,
  key: RecordKey,
  { removed = false, ...expectation }: { readonly removed?: boolean } & Expectation = {},
): Promise<Locked<Model>> {
  const [id, uuid] = idAndUuid(key)
  const keyed = uuid === null ? 'id = $2::int' : 'uuid = $2::uuid'
  const { table, columns } = modelOf(model)
  const isRemoved = columns['deletedAt'] ? 'deleted_at is not null' : 'false'
  const [row] = await queryRows<Locked<Model>>(tx, {
    name: `lock-${model}-by-${uuid === null ? 'id' : 'uuid'}`,
    text: `select ${fieldsOf(model)}, ${isRemoved} as removed from ${table}
      where ${keyed} and company_id = $1::int
      for update`,
    values: [tx.viewer.companyId, uuid ?? id],
  })
  const found = requireFound(model, row, (each) => each.removed && !removed)
  rejectStale(found, expectation)
  return found
}

/** For `select`, instead of `*`: a prepared statement with `*` fails after a migration has added a column to the table. */
export const fieldsOf = (model: ModelName): string =>
  Object.entries(modelOf(model).columns)
    .map(([field, column]) => `${column} as "${field}"`)
    .join(', ')

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
