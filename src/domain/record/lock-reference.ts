import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import type { Domain, RecordKey } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { identify, idsAndUuids, isKey } from './record-key.js'
import type { RemovableModel } from './require-record.js'

/*
 * A record that an input refers to must not be removed before the transaction commits. Therefore a lookup takes a
 * `key share` lock. These locks do not conflict with each other, but with the `for update` of a removal, which locks its
 * record before it looks for dependents. Deadlocks are impossible because locks are always taken from a record to the
 * records that it refers to.
 */

/** `update` if the transaction also changes the record that is referred to. */
type Lock = 'key share' | 'update'

/** The models that an input can refer to. */
export type ReferredModel = RemovableModel | 'Checklist'

/**
 * Looks up and locks the record that a field of an input refers to, and returns its id. Without one in the viewer's
 * company, or if it was removed, adds NOT_FOUND and returns 0. Returns undefined and null as they are. Call it in a
 * transaction.
 */
export async function lockReference<Key extends RecordKey | null | undefined>(
  tx: Domain,
  errors: ValidationErrors,
  path: string,
  model: ReferredModel,
  key: Key,
  lock: Lock = 'key share',
): Promise<number | Exclude<Key, RecordKey>> {
  if (!isKey(key)) return key as Exclude<Key, RecordKey>
  const [id = null] = await findReferences(tx, model, [key], lock)
  errors.reference(path, id, model)
  return id ?? 0
}

/** Like `lockReference`, for a list of keys. Returns the ids without duplicates. */
export async function lockReferences(
  tx: Domain,
  errors: ValidationErrors,
  path: string,
  model: ReferredModel,
  keys: readonly RecordKey[],
): Promise<number[]> {
  const ids = await findReferences(tx, model, keys, 'key share')
  ids.forEach((id, index) => {
    errors.reference([path, index], id, model)
  })
  return [...new Set(ids.filter((id) => id !== null))]
}

/** The id for each key, or null. Rows are locked in the order of their ids, so that two lists cannot deadlock. */
async function findReferences(
  { prisma, viewer }: Domain,
  model: ReferredModel,
  keys: readonly RecordKey[],
  lock: Lock,
): Promise<(number | null)[]> {
  if (keys.length === 0) return []
  const { ids, uuids } = idsAndUuids(keys)
  const rows = await prisma.$queryRaw<{ id: number; uuid: string }[]>`
    select id, uuid
    from ${Prisma.raw(readModel[model].table)}
    where (id = any(${ids}::int[]) or uuid = any(${uuids}::uuid[]))
      and company_id = ${viewer.companyId} and deleted_at is null
    order by id
    for ${Prisma.raw(lock)}`
  const idOf = new Map<number | string, number>()
  for (const { id, uuid } of rows) idOf.set(id, id).set(uuid, id)
  return keys.map((key) => {
    const condition = identify(key)
    return idOf.get('id' in condition ? condition.id : condition.uuid) ?? null
  })
}
