import type { Operator } from '../operator.js'

/** All OAuth clients, oldest first. `revokedAt` is null for those that may request tokens. */
export const listOauthClients = ({ db }: Operator) =>
  db.transaction(({ prisma }) =>
    prisma.oauthClient.findMany({
      select: { id: true, name: true, createdAt: true, revokedAt: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  )
