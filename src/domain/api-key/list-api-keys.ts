import type { Domain } from '../domain.js'

/** All API keys of the company, oldest first. `revokedAt` is null for those that are valid. */
export const listApiKeys = ({ prisma, viewer: { companyId } }: Domain) =>
  prisma.apiKey.findMany({
    where: { companyId },
    select: { id: true, uuid: true, name: true, prefix: true, createdAt: true, revokedAt: true },
    orderBy: { id: 'asc' },
  })
