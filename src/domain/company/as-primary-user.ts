import { type Domain, transaction, type TransactionDomain } from '../domain.js'

/**
 * The domain with the company's primary user, or its oldest admin, as the viewer: a record that an operator creates
 * needs a user as its creator.
 */
export async function asPrimaryUser(domain: Domain): Promise<Domain> {
  const { companyId } = domain.viewer
  const userId = await transaction(domain, async (tx) => {
    const { primaryUserId } = await tx.prisma.company.findUniqueOrThrow({
      where: { id: companyId },
      select: { primaryUserId: true },
    })
    return primaryUserId ?? findOldestAdmin(tx)
  })
  return { ...domain, viewer: { ...domain.viewer, userId } }
}

async function findOldestAdmin({
  prisma,
  viewer: { companyId },
}: TransactionDomain): Promise<number> {
  const { userId } = await prisma.membership.findFirstOrThrow({
    where: { companyId, role: 'admin' },
    select: { userId: true },
    orderBy: { userId: 'asc' },
  })
  return userId
}
