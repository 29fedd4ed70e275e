import type { Domain } from '../domain.js'

/**
 * The same domain as the primary user of the company, or as its oldest admin if it has none: an operator needs a user as
 * the creator of a record.
 */
export async function asPrimaryUser(domain: Domain): Promise<Domain> {
  const { companyId } = domain.viewer
  const { primaryUserId } = await domain.prisma.company.findUniqueOrThrow({
    where: { id: companyId },
    select: { primaryUserId: true },
  })
  const userId = primaryUserId ?? (await findOldestAdmin(domain))
  return { ...domain, viewer: { ...domain.viewer, userId } }
}

async function findOldestAdmin({ prisma, viewer: { companyId } }: Domain): Promise<number> {
  const { userId } = await prisma.membership.findFirstOrThrow({
    where: { companyId, role: 'admin' },
    select: { userId: true },
    orderBy: { userId: 'asc' },
  })
  return userId
}
