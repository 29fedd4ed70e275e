import { Prisma } from '../../db/generated/prisma/client.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { readModel } from '../../db/generated/read-model.js'
import { authorise } from '../access/policy.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { OPEN_STATUSES } from '../job/job-status.js'
import { lockReferences } from '../record/lock-reference.js'
import { type RemovableModel, requireForUpdate } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { dependencies, type Dependency } from './dependencies.js'
import { markRemoved } from './mark-removed.js'

/**
 * Restores a removed record, unchanged, if no record that it depends on is removed. A restored user must sign in again.
 * Idempotent: a record that is not removed stays as it is.
 */
export async function restoreRecord(
  domain: Domain,
  model: RemovableModel,
  input: ById,
): Promise<Changed> {
  authorise(domain.viewer, `restore${model}`)
  return inTransaction(domain, async (tx) => {
    const { id, removed } = await requireForUpdate(tx, model, input.id, { removed: true })
    if (!removed) return { id }

    const errors = new ValidationErrors()
    const record = await readRow(tx, model, id)
    const isOpen = OPEN_STATUSES.includes(record['status'] as JobStatus)
    for (const dependency of dependencies.filter((each) => each.model === model)) {
      if (dependency.whileOpen && !isOpen) continue
      const notFound = new ValidationErrors()
      const ids = await dependenciesOf(tx, dependency, id, record)
      await lockReferences(tx, notFound, 'id', dependency.on, ids)
      if (notFound.isEmpty) continue
      errors.add('WRONG_STATE', 'id', `Its ${dependency.key.replace(/_id$/, '')} is removed.`)
    }
    errors.throwIfAny()

    await markRemoved(tx, model, id, null)
    return { id }
  })
}

/** The ids of the records that a record depends on. */
async function dependenciesOf(
  { prisma, viewer }: Domain,
  { key, through }: Dependency,
  id: number,
  record: Readonly<Record<string, unknown>>,
): Promise<number[]> {
  if (!through) return [record[key]].filter((value) => typeof value === 'number')
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    select ${Prisma.raw(key)} as id from ${Prisma.raw(through.table)}
    where company_id = ${viewer.companyId} and ${Prisma.raw(through.own)} = ${id}`
  return rows.map((row) => row.id)
}

async function readRow({ prisma, viewer }: Domain, model: RemovableModel, id: number) {
  const [row] = await prisma.$queryRaw<Record<string, unknown>[]>`
    select * from ${Prisma.raw(readModel[model].table)}
    where id = ${id} and company_id = ${viewer.companyId}`
  return row ?? {}
}
