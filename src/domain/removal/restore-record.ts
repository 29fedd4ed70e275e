import { authorise } from '../access/policy.js'
import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { OPEN_STATUSES } from '../job/job-status.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReferences } from '../lock-reference.js'
import { type RemovableModel, requireForUpdate } from '../require-record.js'
import { dependencies, type Dependency } from './dependencies.js'
import { markRemoved } from './mark-removed.js'

/**
 * Brings back a removed record, as it was, while all that it needs is there. Restoring what is there changes nothing.
 * A restored user signs in anew.
 */
export function restoreRecord(
  domain: Domain,
  model: RemovableModel,
  input: { readonly id: RecordKey },
): Promise<{ id: number }> {
  authorise(domain.viewer, `restore${model}`)
  return inTransaction(domain, async (tx) => {
    const { id, removed } = await requireForUpdate(tx, model, input.id, { removed: true })
    if (!removed) return { id }

    const errors = new ValidationErrors()
    const record = await readRow(tx, model, id)
    const isOpen = OPEN_STATUSES.includes(record['status'] as JobStatus)
    for (const dependency of dependencies.filter((each) => each.model === model)) {
      if (dependency.whileOpen && !isOpen) continue
      const lost = new ValidationErrors()
      const needed = await neededBy(tx, dependency, id, record)
      await lockReferences(tx, lost, 'id', dependency.on, needed)
      if (lost.isEmpty) continue
      errors.add('WRONG_STATE', 'id', `Its ${dependency.key.replace(/_id$/, '')} is removed.`)
    }
    errors.throwIfAny()

    await markRemoved(tx, model, id, null)
    return { id }
  })
}

/** The ids of what a record needs. */
async function neededBy(
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
