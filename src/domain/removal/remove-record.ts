import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import type { ById, Domain, TransactionDomain } from '../domain.js'
import { nounOf } from '../noun.js'
import type { Locked, RemovableModel } from '../record/require-record.js'
import { rejectPlaceholder } from '../user/placeholder.js'
import { isLastAdmin, isPrimaryUser } from '../user/last-admin.js'
import type { ValidationErrors } from '../validation-errors.js'
import { dependenciesOn, type Dependency } from './dependencies.js'
import { setRemoved } from './set-removed.js'

/**
 * Removes a record (soft delete) that no other record depends on. It can be restored, and its unique values stay taken.
 * Ends the sessions of a removed user.
 */
export const removeRecord = (domain: Domain, model: RemovableModel, input: ById) =>
  setRemoved(domain, 'remove', model, input, async (tx, errors, row) => {
    const { id } = row
    if (model === 'Document') {
      const { signature, report } = row as Locked<'Document'>
      if (signature) errors.add('NOT_ALLOWED', 'id', 'The signature of a job cannot be removed.')
      if (report) errors.add('NOT_ALLOWED', 'id', 'A report cannot be removed.')
    }
    if (model === 'User') {
      rejectPlaceholder(errors, row as Locked<'User'>)
      await checkUserIsRemovable(tx, errors, id)
      await revokeSessions(tx.prisma, { companyId: tx.viewer.companyId, userId: id })
    }
    for (const noun of await findDependents(tx, model, id)) {
      errors.add('IN_USE', 'id', `This ${nounOf(model)} still has ${noun}.`)
    }
  })

/** The kinds of records that depend on a record, by what an error calls them. */
async function findDependents(tx: TransactionDomain, model: RemovableModel, id: number) {
  const kinds = dependenciesOn(model)
  if (kinds.length === 0) return []
  const exist = kinds.map((kind) => Prisma.sql`exists (${dependentsOf(tx, kind, id)})`)
  const [row] = await tx.prisma.$queryRaw<[{ exist: boolean[] }]>`
    select array[${Prisma.join(exist)}] as exist`
  return kinds.filter((_, index) => row.exist[index]).map(({ noun }) => noun)
}

function dependentsOf(
  { viewer: { companyId } }: TransactionDomain,
  { model, key, whileOpen, through }: Dependency,
  id: number,
): Prisma.Sql {
  const refersToId = Prisma.sql`${Prisma.raw(key)} = ${id}`
  const depends = through
    ? Prisma.sql`id in (
        select ${Prisma.raw(through.own)} from ${Prisma.raw(through.table)}
        where company_id = ${companyId} and ${refersToId})`
    : refersToId
  const isOpen = whileOpen
    ? Prisma.sql`and status = any(${whileOpen.statuses}::${Prisma.raw(whileOpen.type)}[])`
    : Prisma.empty
  return Prisma.sql`
    select 1 from ${Prisma.raw(readModel[model].table)}
    where company_id = ${companyId} and ${depends} and deleted_at is null ${isOpen}`
}

async function checkUserIsRemovable(tx: TransactionDomain, errors: ValidationErrors, id: number) {
  const { userId } = tx.viewer
  if (id === userId) errors.add('NOT_ALLOWED', 'id', 'You cannot remove yourself.')
  if (await isPrimaryUser(tx, id)) {
    errors.add('NOT_ALLOWED', 'id', 'The primary user of the company cannot be removed.')
  } else if (id !== userId && (await isLastAdmin(tx, id))) {
    errors.add('NOT_ALLOWED', 'id', 'The company needs another active admin first.')
  }
}
