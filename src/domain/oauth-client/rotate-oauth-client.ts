import type { Operator } from '../operator.js'
import { ValidationErrors } from '../validation-errors.js'
import { newClientSecret } from './client-secret.js'
import { requireOauthClient } from './require-oauth-client.js'

/**
 * Gives an OAuth client a new secret, which cannot be read later. The old secret is invalid immediately. Sessions that
 * the client opened stay valid; to refresh them, the client needs the new secret.
 */
export async function rotateOauthClient(operator: Operator, input: { readonly id: string }) {
  const { id, name } = await requireOauthClient(operator, input.id)
  const { secret, secretHash } = newClientSecret()
  const { count } = await operator.db.transaction(({ prisma }) =>
    prisma.oauthClient.updateMany({ where: { id, revokedAt: null }, data: { secretHash } }),
  )
  if (count === 0) {
    const errors = new ValidationErrors()
    errors.add('WRONG_STATE', 'id', 'This OAuth client is revoked. Create another one.')
    errors.throwIfAny()
  }
  return { id, name, secret }
}
