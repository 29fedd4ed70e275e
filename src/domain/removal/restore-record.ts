import { Prisma } from '../../db/generated/prisma/client.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { readModel } from '../../db/generated/read-model.js'
import type { ById, Domain, TransactionDomain } from '../domain.js'
import { OPEN_STATUSES } from '../job/job-status.js'
import { findAndLock } from '../record/lock-reference.js'
import type { RemovableModel } from '../record/require-record.js'
import { dependencies, type Dependency } from './dependencies.js'
import { setRemoved } from './set-removed.js'

/**
 * Restores a removed record, unchanged, if no record that it depends on is removed. A restored user must sign in again.
 */
export const restoreRecord = (domain: Domain, model: RemovableModel, input: ById) =>
  setRemoved(domain, 'restore', model, input, async (tx, errors, id) => {
    const [record = {}] = await tx.prisma.$queryRaw<Record<string, unknown>[]>`
      select * from ${Prisma.raw(readModel[model].table)}
      where id = ${id} and company_id = ${tx.viewer.companyId}`
    const isOpen = OPEN_STATUSES.includes(record['status'] as JobStatus)
    for (const dependency of dependencies.filter((each) => each.model === model)) {
      if (dependency.whileOpen && !isOpen) continue
      const ids = await dependenciesOf(tx, dependency, id, record)
      const found = await findAndLock(tx, dependency.on, ids)
      if (!found.includes(null)) continue
      errors.add('WRONG_STATE', 'id', `Its ${dependency.key.replace(/_id$/, '')} is removed.`)
    }
    if (model === 'Job' && isOpen && (await hasZoneOfOtherSite(tx, id))) {
      errors.add('WRONG_STATE', 'id', 'One of its zones is now part of another site.')
    }
  })

/** Whether a zone was moved while the job was removed. Call it after the zones are locked. */
const hasZoneOfOtherSite = async (
  { prisma, viewer: { companyId } }: TransactionDomain,
  jobId: number,
) => {
  const job = await prisma.job.findUniqueOrThrow({
    where: { companyId_id: { companyId, id: jobId } },
    include: { jobZones: { include: { zone: true } } },
  })
  return job.jobZones.some(({ zone }) => !zone.deletedAt && zone.siteId !== job.siteId)
}

/** The ids of the records that a record depends on. */
async function dependenciesOf(
  { prisma, viewer }: TransactionDomain,
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
