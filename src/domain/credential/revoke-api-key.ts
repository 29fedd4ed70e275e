import { authorise } from '../access/policy.js'
import type { Domain, RecordKey } from '../domain.js'
import { DomainError } from '../errors.js'
import { ofCompany } from '../record-key.js'

/** Ends an API key of the company, for good and at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  domain: Domain,
  input: { readonly id: RecordKey },
): Promise<{ id: number }> {
  authorise(domain.viewer, 'revokeApiKey')
  const { prisma, now } = domain
  const key = await prisma.apiKey.findFirst({
    where: ofCompany(domain, input.id),
    select: { id: true },
  })
  if (!key) {
    const message = 'There is no such API key.'
    throw new DomainError('NOT_FOUND', message, [{ code: 'NOT_FOUND', path: ['id'], message }])
  }
  await prisma.apiKey.updateMany({
    where: { ...key, companyId: domain.viewer.companyId, revokedAt: null },
    data: { revokedAt: now() },
  })
  return key
}
