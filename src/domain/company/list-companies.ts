import type { Operator } from '../operator.js'

/** All companies that are not removed, oldest first, with the number of their active users. */
export async function listCompanies({ db }: Operator) {
  const users = { where: { active: true, deletedAt: null } }
  const companies = await db.transaction(({ prisma }) =>
    prisma.company.findMany({
      where: { deletedAt: null },
      select: { id: true, uuid: true, name: true, createdAt: true, _count: { select: { users } } },
      orderBy: { id: 'asc' },
    }),
  )
  return companies.map(({ _count, ...company }) => ({ ...company, activeUsers: _count.users }))
}
