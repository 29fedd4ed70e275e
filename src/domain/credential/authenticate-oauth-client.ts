import { timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { hashNetwork, networkIsKnownSql } from './known-network.js'
import { networkOf } from './network-of.js'
import { hashSecret } from './secret.js'
import type { Throttle } from './throttle.js'

export interface OauthClientAttempt {
  readonly id: string
  readonly secret: string
  /** The IP address of the request. */
  readonly address: string
  /** The username in the request, if any. */
  readonly username?: string | undefined
  /** The token that the client wants to exchange, if any. */
  readonly refreshToken?: string | undefined
}

interface Services {
  readonly db: Pick<Sql, 'query'>
  readonly throttle: Pick<Throttle, 'countClientAttempt'>
}

const NO_HASH = Buffer.alloc(32)

/**
 * Verifies the secret of an OAuth client; compares hashes in constant time. False if the client is unknown or revoked.
 * Throws THROTTLED after too many wrong secrets for the client from the network. A user who is known from the network,
 * and a live session, have a limit of their own: wrong secrets of others behind the same address do not lock them out.
 */
export async function authenticateOauthClient(
  { db, throttle }: Services,
  { id, secret, address, username, refreshToken }: OauthClientAttempt,
): Promise<boolean> {
  const network = networkOf(address)
  const user = username?.trim().toLowerCase()
  const { rows } = await db.query<{ hash: Buffer | null; owner: string | null }>({
    name: 'authenticate-oauth-client',
    text: AUTHENTICATE_CLIENT,
    values: [
      storable(id),
      storable(user),
      hashNetwork(network),
      refreshToken === undefined ? null : hashSecret(refreshToken),
    ],
  })
  const { hash = null, owner = null } = rows[0] ?? {}
  const isRight = timingSafeEqual(hashSecret(secret), hash ?? NO_HASH) && hash !== null
  await throttle.countClientAttempt({ clientId: id, network, owner: owner ?? undefined, isRight })
  return isRight
}

/** PostgreSQL stores no text with a NUL, so no id has one. */
const storable = (text: string | undefined) =>
  text === undefined || text.includes('\0') ? null : text

const AUTHENTICATE_CLIENT = `
select
  (select secret_hash from oauth_client where id = $1 and revoked_at is null) as hash,
  coalesce(
    (select s.id::text from refresh_token t
     join session s on s.id = t.session_id
     where t.hash = $4::bytea and t.expires_at > now() and s.oauth_client_id = $1 and s.revoked_at is null
       and (t.used_at is null or t.used_at > now() - interval '10 seconds')),
    (select 'user ' || u.id || ' ' || encode($3::bytea, 'base64') from app_user u
     where u.email = $2 and u.active and u.deleted_at is null and ${networkIsKnownSql('$3')}
     order by u.id limit 1)
  ) as owner`
