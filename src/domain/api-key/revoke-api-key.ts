import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { identify } from '../record/record-key.js'
import { requireFound } from '../record/require-record.js'

/**
 * Revokes an API key of the company, irreversibly and immediately, and ends the sessions that were opened with it.
 * Idempotent: a revoked key stays as it is.
 */
export async function revokeApiKey(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'revokeApiKey')
  return inTransaction(domain, async ({ prisma, viewer: { companyId }, now }) => {
    const where = { companyId, ...identify(input.id) }
    const found = await prisma.apiKey.findFirst({ where, select: { id: true } })
    const { id } = requireFound('ApiKey', found ?? undefined, () => false)
    const revokedAt = now()
    await prisma.apiKey.updateMany({
      where: { id, companyId, revokedAt: null },
      data: { revokedAt, updatedAt: revokedAt },
    })
    await prisma.session.updateMany({
      where: { apiKeyId: id, companyId, revokedAt: null },
      data: { revokedAt },
    })
    return { id }
  })
}
