import { type Domain, transaction } from '../domain.js'

/**
 * All API keys of the company, oldest first. `revokedAt` is null unless a key is revoked; expired keys are listed, too.
 */
export const listApiKeys = (domain: Domain) =>
  transaction(domain, ({ prisma, viewer: { companyId } }) =>
    prisma.apiKey.findMany({
      where: { companyId },
      select: { id: true, uuid: true, name: true, prefix: true, createdAt: true, revokedAt: true },
      orderBy: { id: 'asc' },
    }),
  )
