import type { Database } from '../db/connect.js'

/**
 * Removes the demo companies and the demo's OAuth client (soft delete): all of their users, tokens and API keys stop
 * working immediately. Removing them again changes nothing. Returns the names of the companies.
 */
export async function removeDemo({ prisma }: Pick<Database, 'prisma'>): Promise<string[]> {
  const live = { demo: true, deletedAt: null }
  const now = new Date()
  const [companies] = await prisma.$transaction([
    prisma.company.findMany({ where: live, select: { name: true }, orderBy: { id: 'asc' } }),
    prisma.company.updateMany({ where: live, data: { deletedAt: now } }),
    prisma.oauthClient.updateMany({
      where: { demo: true, revokedAt: null },
      data: { revokedAt: now },
    }),
  ])
  return companies.map(({ name }) => name)
}
