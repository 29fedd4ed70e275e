import { timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { hashSecret } from './secret.js'

const NO_HASH = Buffer.alloc(32)

/** Verifies the secret of an OAuth client; compares hashes in constant time. False if the client is unknown or revoked. */
export async function authenticateOauthClient(
  db: Pick<Sql, 'query'>,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<boolean> {
  if (id.includes('\0')) return false
  const { rows } = await db.query<{ hash: Buffer }>({
    name: 'authenticate-oauth-client',
    text: 'select secret_hash as hash from oauth_client where id = $1 and revoked_at is null',
    values: [id],
  })
  return timingSafeEqual(hashSecret(secret), rows[0]?.hash ?? NO_HASH) && rows.length === 1
}
