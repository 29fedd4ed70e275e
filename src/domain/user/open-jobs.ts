import { Prisma, type User } from '../../db/generated/prisma/client.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import type { Role } from '../access/viewer.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { isUnderWay, OPEN_STATUSES } from '../job/job-status.js'
import { idsAndUuids, isKey, isOneOfRecords } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'

/**
 * Locks the users of an update in the order of their ids: two admins who disable two technicians, and reassign the jobs
 * of each to the other, would otherwise deadlock. Call it before the other functions of this file.
 */
export async function lockUsers(
  { prisma, viewer }: TransactionDomain,
  keys: readonly (RecordKey | null | undefined)[],
) {
  const { ids, uuids } = idsAndUuids(keys.filter(isKey))
  const isOne = ids.length + uuids.length <= 1
  await prisma.$queryRawUnsafe(
    `select id from app_user
    where ${isOneOfRecords('app_user', '$1::int', ['$2', '$3'], isOne)}
    order by id
    for update`,
    viewer.companyId,
    ids,
    uuids,
  )
}

/** If a user has unfinished jobs, rejects a deactivation, and a change of the role from technician to admin. */
export async function checkHasNoOpenJobs(
  tx: TransactionDomain,
  errors: ValidationErrors,
  before: Pick<User, 'id' | 'active'>,
  { active, role }: { active: boolean | undefined; role: Role | undefined },
): Promise<void> {
  const isDisabled = active === false && before.active
  const isDemoted = role === 'admin' && (await isTechnician(tx, before.id))
  const count = isDisabled || isDemoted ? await countOpenJobs(tx, before.id) : 0
  if (count === 0) return
  const jobs = count === 1 ? '1 open job' : `${count} open jobs`
  const message = `The user has ${jobs}. Reassign them with \`reassignOpenJobsTo\`.`
  if (isDisabled) errors.add('IN_USE', 'active', message)
  if (isDemoted) errors.add('IN_USE', 'role', message)
}

async function isTechnician({ prisma, viewer }: TransactionDomain, userId: number) {
  const companyId_userId = { companyId: viewer.companyId, userId }
  const membership = await prisma.membership.findUnique({ where: { companyId_userId } })
  return membership?.role === 'technician'
}

/** The number of unfinished jobs whose technician is the user. */
async function countOpenJobs(
  { prisma, viewer }: TransactionDomain,
  userId: number,
): Promise<number> {
  const { companyId } = viewer
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from job
    where company_id = ${companyId} and technician_id = ${userId} and ${isOpen}`
  return row?.count ?? 0
}

/**
 * Gives the user's unfinished jobs to another technician, who must be active, or to the placeholder, if the company allows jobs without a
 * technician and the work on none of them has started.
 */
export async function reassignOpenJobs(
  { prisma, viewer, now }: TransactionDomain,
  errors: ValidationErrors,
  userId: number,
  key: RecordKey,
): Promise<void> {
  const { companyId } = viewer
  const { ids, uuids } = idsAndUuids([key])
  const [technician] = await prisma.$queryRawUnsafe<NextTechnician[]>(
    `select id, placeholder, case when placeholder
      then (select allow_unassigned_jobs from company where id = $1)
      else id <> $4::int and active and exists (
        select 1 from membership
        where company_id = $1 and user_id = app_user.id and role = 'technician')
      end as eligible
    from app_user
    where ${isOneOfRecords('app_user', '$1::int', ['$2', '$3'], true)} and deleted_at is null`,
    companyId,
    ids,
    uuids,
    userId,
  )
  errors.reference('reassignOpenJobsTo', technician ?? null, 'User')
  if (technician?.eligible === false) {
    errors.add('INVALID', 'reassignOpenJobsTo', 'Another active technician is expected.')
  }
  if (!technician || !errors.allowWrite) return
  const reassigned = await prisma.$queryRaw<{ status: JobStatus }[]>`
    update job set technician_id = ${technician.id}, updated_at = ${now()}::timestamptz
    from (
      select id from job
      where company_id = ${companyId} and technician_id = ${userId} and ${isOpen}
      order by id
      for update
    ) locked
    where job.company_id = ${companyId} and job.id = locked.id
    returning job.status`
  const underWay = reassigned.filter(({ status }) => isUnderWay(status)).length
  if (technician.placeholder && underWay > 0) {
    const jobs = underWay === 1 ? '1 job' : `${underWay} jobs`
    errors.add(
      'WRONG_STATE',
      'reassignOpenJobsTo',
      `The work on ${jobs} has started: a technician is expected.`,
    )
  }
}

interface NextTechnician {
  readonly id: number
  readonly placeholder: boolean
  readonly eligible: boolean
}

const isOpen = Prisma.sql`deleted_at is null and status = any(${OPEN_STATUSES}::job_status[])`
