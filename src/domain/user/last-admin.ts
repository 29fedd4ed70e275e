import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/**
 * Whether the company has no active admin except this user. Locks all admins until the transaction ends: otherwise two
 * admins could remove each other concurrently.
 */
export async function isLastAdmin(
  { prisma, viewer: { companyId } }: TransactionDomain,
  userId: number,
) {
  await prisma.$queryRaw`
    select user_id from membership
    where company_id = ${companyId} and role = 'admin'
    order by user_id
    for update`
  // Not a join: for that, PostgreSQL may read all users of the company.
  const [found] = await prisma.$queryRaw<{ hasOthers: boolean }[]>`
    select coalesce(bool_or((
      select active and deleted_at is null from app_user where company_id = ${companyId} and id = membership.user_id
    )), false) as "hasOthers"
    from membership
    where company_id = ${companyId} and role = 'admin' and user_id <> ${userId}`
  return found?.hasOthers !== true
}

export async function isPrimaryUser(
  { prisma, viewer: { companyId } }: TransactionDomain,
  userId: number,
): Promise<boolean> {
  const company = await prisma.company.findUniqueOrThrow({ where: { id: companyId } })
  return company.primaryUserId === userId
}

/** Rejects a deactivation or demotion of the viewer and of the last active admin, and a deactivation of the primary user. */
export async function checkNotLastAdmin(
  tx: TransactionDomain,
  errors: ValidationErrors,
  id: number,
  path: 'active' | 'role',
): Promise<void> {
  if (id === tx.viewer.userId) {
    const verb = path === 'role' ? 'demote' : 'deactivate'
    errors.add('NOT_ALLOWED', path, `You cannot ${verb} yourself.`)
  } else if (path === 'active' && (await isPrimaryUser(tx, id))) {
    errors.add('NOT_ALLOWED', path, 'The primary user of the company cannot be deactivated.')
  } else if (await isLastAdmin(tx, id)) {
    errors.add('NOT_ALLOWED', path, 'The company needs another active admin first.')
  }
}
