import { authorise } from '../access/policy.js'
import type { ById, Changed, Domain } from '../domain.js'
import { ofCompany } from '../record/record-key.js'
import { requireFound } from '../record/require-record.js'

/** Revokes an API key of the company, irreversibly and immediately. Idempotent: a revoked key stays as it is. */
export async function revokeApiKey(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'revokeApiKey')
  const { prisma, viewer, now } = domain
  const found = await prisma.apiKey.findFirst({
    where: ofCompany(domain, input.id),
    select: { id: true },
  })
  const key = requireFound('ApiKey', found ?? undefined, () => false)
  await prisma.apiKey.updateMany({
    where: { ...key, companyId: viewer.companyId, revokedAt: null },
    data: { revokedAt: now() },
  })
  return key
}
