import type { Domain } from '../domain.js'

/**
 * Whether the company has no active admin except this user. Locks all admins until the transaction ends: otherwise two
 * admins could remove each other concurrently.
 */
export async function isLastAdmin({ prisma, viewer: { companyId } }: Domain, userId: number) {
  await prisma.$queryRaw`
    select user_id from membership
    where company_id = ${companyId} and role = 'admin'
    order by user_id
    for update`
  const others = await prisma.user.count({
    where: {
      companyId,
      id: { not: userId },
      active: true,
      deletedAt: null,
      membership: { role: 'admin' },
    },
  })
  return others === 0
}
