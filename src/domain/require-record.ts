import { Prisma } from '../db/generated/prisma/client.js'
import { readModel } from '../db/generated/read-model.js'
import type { Domain, RecordKey } from './domain.js'
import { DomainError } from './errors.js'
import { identify } from './record-key.js'

/** The kinds of record that can be removed and restored. */
export type RemovableModel =
  'Client' | 'Site' | 'Zone' | 'ZoneType' | 'Asset' | 'AssetType' | 'Job' | 'JobType' | 'User'

/**
 * Locks the record that an input's `id` names until the transaction ends. NOT_FOUND where the viewer's company has
 * none; REMOVED where it had one, unless removed records are asked for.
 */
export async function requireForUpdate(
  { prisma, viewer }: Domain,
  model: RemovableModel,
  key: RecordKey,
  { removed = false } = {},
): Promise<{ id: number; removed: boolean }> {
  const condition = identify(key)
  const where =
    'id' in condition
      ? Prisma.sql`id = ${condition.id}`
      : Prisma.sql`uuid = ${condition.uuid}::uuid`
  const [row] = await prisma.$queryRaw<{ id: number; removed: boolean }[]>`
    select id, deleted_at is not null as removed
    from ${Prisma.raw(readModel[model].table)}
    where ${where} and company_id = ${viewer.companyId}
    for update`
  return requireFound(model, row, { removed })
}

/** Throws NOT_FOUND for a record that was not found, and REMOVED for a removed one unless those are asked for. */
export function requireFound<Row extends { readonly removed: boolean }>(
  model: RemovableModel,
  row: Row | undefined,
  { removed = false } = {},
): Row {
  const noun = nounOf(model)
  if (!row) throw missing('NOT_FOUND', `There is no such ${noun}.`)
  if (row.removed && !removed) throw missing('REMOVED', `This ${noun} was removed.`)
  return row
}

/** How a sentence names a kind of record: `asset type`. */
export const nounOf = (model: string) => model.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

const missing = (code: 'NOT_FOUND' | 'REMOVED', message: string) =>
  new DomainError(code, message, [{ code: 'NOT_FOUND', path: ['id'], message }])
