import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import type { ById, Domain, RecordKey, TransactionDomain } from '../domain.js'
import { checkQuota } from '../document/quota.js'
import { checkHasNotPassed, checkMayOpen } from '../finding/check-may-open.js'
import { findAndLock } from '../record/lock-reference.js'
import { idAndUuid } from '../record/record-key.js'
import type { Locked, RemovableModel } from '../record/require-record.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkWebhookLimit, holdPending } from '../webhook/webhooks-in-use.js'
import { dependencies, type Dependency } from './dependencies.js'
import { setRemoved } from './set-removed.js'

/** The models whose records are locked after the records that they refer to: see `lock-reference.ts`. */
const LOCKED_LAST: readonly RemovableModel[] = ['Asset', 'Job', 'Finding']

/**
 * Restores a removed record, unchanged, if no record that it depends on is removed. A restored user must sign in again.
 */
export const restoreRecord = (domain: Domain, model: RemovableModel, input: ById) => {
  const check = async (
    tx: TransactionDomain,
    errors: ValidationErrors,
    row: Locked<RemovableModel>,
  ) => {
    const { id } = row
    const { isOpen, removed } = await lockDependencies(tx, model, id)
    for (const { key } of removed) {
      errors.add('WRONG_STATE', 'id', `Its ${key.replace(/_id$/, '')} is removed.`)
    }
    if (model === 'Job' && isOpen && (await hasZoneOfOtherSite(tx, id))) {
      errors.add('WRONG_STATE', 'id', 'One of its zones is now part of another site.')
    }
    if (model === 'Job' && isOpen && !removed.some(({ on }) => on === 'User')) {
      await checkTechnician(tx, errors, row as Locked<'Job'>)
    }
    if (model === 'Webhook') {
      await checkWebhookLimit(tx, errors, ['id'])
      await holdPending(tx, id)
    }
    if (model === 'Document') await checkQuota(tx, errors, ['id'], (row as Locked<'Document'>).size)
    if (model === 'Finding' && isOpen) {
      await checkMayOpen(tx, errors, row as Locked<'Finding'>)
      await checkHasNotPassed(tx, errors, row as Locked<'Finding'>)
    }
  }
  const lockFirst = async (tx: TransactionDomain) => {
    if (LOCKED_LAST.includes(model)) await lockDependencies(tx, model, input.id)
  }
  return setRemoved(domain, 'restore', model, input, check, lockFirst)
}

/** Locks the records that a record depends on. Returns which kinds of them are removed, and whether the record is open, such as an open job. */
async function lockDependencies(tx: TransactionDomain, model: RemovableModel, key: RecordKey) {
  const [givenId, uuid] = idAndUuid(key)
  const { table, columns } = readModel[model]
  const condition = uuid === null ? Prisma.sql`id = ${givenId}` : Prisma.sql`uuid = ${uuid}::uuid`
  const [record = { id: 0 }] = await tx.prisma.$queryRaw<FoundRecord[]>`
    select ${Prisma.raw(Object.values(columns).join(', '))} from ${Prisma.raw(table)}
    where ${condition} and company_id = ${tx.viewer.companyId}`
  const removed: Dependency[] = []
  let isOpen = false
  for (const dependency of dependencies.filter((each) => each.model === model)) {
    const { whileOpen } = dependency
    if (whileOpen && !whileOpen.statuses.includes(String(record['status']))) continue
    isOpen = whileOpen !== undefined
    const ids = await dependenciesOf(tx, dependency, record)
    if ((await findAndLock(tx, dependency.on, ids)).includes(null)) removed.push(dependency)
  }
  return { isOpen, removed }
}

interface FoundRecord {
  readonly id: number
  readonly [column: string]: unknown
}

/** Rejects an open job whose technician may not have open jobs any more. Call it after the user is locked. */
async function checkTechnician(
  { prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  { technicianId }: Locked<'Job'>,
) {
  const found = await prisma.$queryRaw<unknown[]>`
    select 1 from app_user u where u.company_id = ${companyId} and u.id = ${technicianId} and (u.placeholder or u.active and exists (
      select 1 from membership m where m.company_id = ${companyId} and m.user_id = ${technicianId} and m.role = 'technician'))`
  if (found.length > 0) return
  errors.add('WRONG_STATE', 'id', 'Its technician is not an active user with the technician role.')
}

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
  record: FoundRecord,
): Promise<number[]> {
  if (!through) return [record[key]].filter((value) => typeof value === 'number')
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    select ${Prisma.raw(key)} as id from ${Prisma.raw(through.table)}
    where company_id = ${viewer.companyId} and ${Prisma.raw(through.own)} = ${record.id}`
  return rows.map((row) => row.id)
}
