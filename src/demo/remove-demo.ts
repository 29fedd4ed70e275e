import type { Database } from '../db/connect.js'

/**
 * Removes the demo companies and the demo's OAuth client (soft delete): all of their users, tokens, API keys
 * and webhooks stop working immediately. Removing them again changes nothing. Returns the names of the companies.
 */
export async function removeDemo(db: Pick<Database, 'transaction'>): Promise<string[]> {
  const live = { demo: true, deletedAt: null }
  const now = new Date()
  return db.transaction(async ({ prisma }) => {
    const companies = await prisma.company.findMany({
      where: live,
      select: { name: true },
      orderBy: { id: 'asc' },
    })
    await prisma.webhook.updateMany({
      where: { company: live, deletedAt: null },
      data: { deletedAt: now },
    })
    await prisma.company.updateMany({ where: live, data: { deletedAt: now } })
    await prisma.oauthClient.updateMany({
      where: { demo: true, revokedAt: null },
      data: { revokedAt: now },
    })
    return companies.map(({ name }) => name)
  })
}
