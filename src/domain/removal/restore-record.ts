import { authorise } from '../access/policy.js'
import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { OPEN_STATUSES } from '../job/job-status.js'
import { Problems } from '../problems.js'
import { reference } from '../reference.js'
import { type RemovableModel, requireForUpdate } from '../require-record.js'
import { dependencies } from './dependencies.js'
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

    const problems = new Problems()
    const record = await readRow(tx, model, id)
    const isOpen = OPEN_STATUSES.includes(record['status'] as JobStatus)
    for (const { key, on, whileOpen } of dependencies.filter(
      (dependency) => dependency.model === model,
    )) {
      if (whileOpen && !isOpen) continue
      const found = await reference(tx, new Problems(), 'id', on, record[key] as number | null)
      if (found === 0)
        problems.add('WRONG_STATE', 'id', `Its ${key.replace(/_id$/, '')} is removed.`)
    }
    problems.throwIfAny()

    await markRemoved(tx, model, id, null)
    return { id }
  })
}

async function readRow({ prisma, viewer }: Domain, model: RemovableModel, id: number) {
  const [row] = await prisma.$queryRaw<Record<string, unknown>[]>`
    select * from ${Prisma.raw(readModel[model].table)}
    where id = ${id} and company_id = ${viewer.companyId}`
  return row ?? {}
}
