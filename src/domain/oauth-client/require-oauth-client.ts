import type { Operator } from '../operator.js'
import { requireFound } from '../record/require-record.js'

/** Finds an OAuth client by its client_id, also a revoked one. Throws NOT_FOUND. */
export async function requireOauthClient({ db }: Operator, id: string) {
  const found = id.includes('\0')
    ? null
    : await db.transaction(({ prisma }) =>
        prisma.oauthClient.findUnique({
          where: { id },
          select: { id: true, name: true, revokedAt: true },
        }),
      )
  return requireFound('OauthClient', found ?? undefined, () => false)
}
