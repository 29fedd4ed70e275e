import type { Domain } from '../domain.js'

/**
 * Whether no other active user of the company is an admin. Until the transaction ends, no other can find this out:
 * two admins who would remove each other at once come one after the other.
 */
export async function isLastAdmin(
  { prisma, viewer: { companyId } }: Domain,
  userId: number,
): Promise<boolean> {
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
