import { Prisma } from '../db/generated/prisma/client.js'
import { readModel } from '../db/generated/read-model.js'
import type { Domain, RecordKey } from './domain.js'
import type { ValidationErrors } from './validation-errors.js'
import { identify } from './record-key.js'
import { nounOf, type RemovableModel } from './require-record.js'

/*
 * A reference must be to a record that is there, and still there when the transaction that writes it ends. So finding
 * one takes a key share lock: writers of other references share it, while a removal, which locks its record for
 * update and then looks for dependents, waits for it or is waited for. Locks are always taken from a record to the
 * ones that it refers to, so no two transactions wait for each other.
 */

/** `update` where the record referred to is itself to be changed. */
type Lock = 'key share' | 'update'

/** Kinds of record that others refer to by a key in an input. */
export type ReferredModel = RemovableModel | 'Checklist'

/**
 * The id of the record that a field of an input names, if the viewer's company has it and it was not removed; else 0,
 * and a problem. Undefined and null stay what they are. To be called in a transaction.
 */
export async function lockReference<Key extends RecordKey | null | undefined>(
  tx: Domain,
  errors: ValidationErrors,
  path: string,
  model: ReferredModel,
  key: Key,
  lock: Lock = 'key share',
): Promise<number | Exclude<Key, RecordKey>> {
  if (typeof key !== 'number' && typeof key !== 'string') return key as Exclude<Key, RecordKey>
  const [id = null] = await findReferences(tx, model, [key], lock)
  errors.reference(path, id, nounOf(model))
  return id ?? 0
}

/** The ids of the records that a list in an input names, each once; the like of `reference`. */
export async function lockReferences(
  tx: Domain,
  errors: ValidationErrors,
  path: string,
  model: ReferredModel,
  keys: readonly RecordKey[],
): Promise<number[]> {
  const ids = await findReferences(tx, model, keys, 'key share')
  ids.forEach((id, index) => {
    errors.reference([path, index], id, nounOf(model))
  })
  return [...new Set(ids.filter((id) => id !== null))]
}

/** For each key its record's id, or null. Locked in the order of ids, whatever the order of keys. */
async function findReferences(
  { prisma, viewer }: Domain,
  model: ReferredModel,
  keys: readonly RecordKey[],
  lock: Lock,
): Promise<(number | null)[]> {
  const conditions = keys.map(identify)
  const { ids, uuids } = splitKeys(keys)
  const rows = await prisma.$queryRaw<{ id: number; uuid: string }[]>`
    select id, uuid
    from ${Prisma.raw(readModel[model].table)}
    where (id = any(${ids}::int[]) or uuid = any(${uuids}::uuid[]))
      and company_id = ${viewer.companyId} and deleted_at is null
    order by id
    for ${Prisma.raw(lock)}`
  const idOf = new Map<number | string, number>()
  for (const { id, uuid } of rows) idOf.set(id, id).set(uuid, id)
  return conditions.map(
    (condition) => idOf.get('id' in condition ? condition.id : condition.uuid) ?? null,
  )
}

/** Keys by what they are: integer ids, and UUIDs in lower case. */
export function splitKeys(keys: readonly RecordKey[]): { ids: number[]; uuids: string[] } {
  const conditions = keys.map(identify)
  return {
    ids: conditions.flatMap((condition) => ('id' in condition ? [condition.id] : [])),
    uuids: conditions.flatMap((condition) => ('uuid' in condition ? [condition.uuid] : [])),
  }
}
