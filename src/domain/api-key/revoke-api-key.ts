import { authorise } from '../access/policy.js'
import type { ById, Changed, Domain } from '../domain.js'
import { identify } from '../record/record-key.js'
import { requireFound } from '../record/require-record.js'

/** Revokes an API key of the company, irreversibly and immediately. Idempotent: a revoked key stays as it is. */
export async function revokeApiKey(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'revokeApiKey')
  const { companyId } = domain.viewer
  const { apiKey } = domain.prisma
  const where = { companyId, ...identify(input.id) }
  const found = await apiKey.findFirst({ where, select: { id: true } })
  const { id } = requireFound('ApiKey', found ?? undefined, () => false)
  const revokedAt = domain.now()
  await apiKey.updateMany({ where: { id, companyId, revokedAt: null }, data: { revokedAt } })
  return { id }
}
