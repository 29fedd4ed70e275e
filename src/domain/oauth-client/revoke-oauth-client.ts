import type { Operator } from '../operator.js'
import { requireOauthClient } from './require-oauth-client.js'

/**
 * Revokes an OAuth client, irreversibly and immediately, and ends the sessions that it opened. Idempotent: a revoked
 * client stays as it is.
 */
export async function revokeOauthClient(operator: Operator, input: { readonly id: string }) {
  const { id, name } = await requireOauthClient(operator, input.id)
  const revokedAt = operator.now()
  return operator.db.transaction(async ({ prisma }) => {
    await prisma.oauthClient.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } })
    const { count } = await prisma.session.updateMany({
      where: { oauthClientId: id, revokedAt: null },
      data: { revokedAt },
    })
    return { id, name, endedSessions: count }
  })
}
