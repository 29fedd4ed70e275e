import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import { findCompanyOfSecret } from './company-of-secret.js'
import { rememberNetwork } from './known-network.js'
import { networkOf } from './network-of.js'
import { hashSecret } from './secret.js'
import { MAX_SESSION_DAYS, newTokens, tokenParameters, type Tokens } from './session.js'
import { decryptSuccessor, encryptSuccessor } from './successor.js'
import { unauthenticated } from './unauthenticated.js'

export interface SessionRefresh {
  readonly refreshToken: string
  readonly audience: Audience
  /** The authenticated OAuth client, if any. It must be the one that opened the session. */
  readonly oauthClientId?: string | undefined
  /** The client's IP address. */
  readonly address: string
}

interface Exchange {
  readonly userId: number
  readonly successor: Buffer
  /** The lifetime of the successor's access token in seconds, from the first exchange. */
  readonly expiresIn: number
}

/** A refresh token works for this time after its first use. */
export const GRACE_SECONDS = 10

/**
 * Exchanges a refresh token for new tokens. The token works for 10 seconds after its first use (the grace period), so
 * that a client can retry after a lost response: each exchange returns the same tokens. A later use indicates a stolen
 * token and revokes the session. The replaced access token expires with the grace period. Throws UNAUTHENTICATED.
 */
export async function refreshSession(
  db: Pick<Database, 'read' | 'write' | 'forCaller'>,
  { refreshToken, audience, oauthClientId, address }: SessionRefresh,
): Promise<Tokens> {
  const tokens = newTokens(audience)
  if (tokens.refreshToken === undefined) throw unauthenticated()
  const { accessToken, refreshToken: next } = tokens
  const proposed = encryptSuccessor(refreshToken, { accessToken, refreshToken: next })
  const hash = hashSecret(refreshToken)
  const companyId = await findCompanyOfSecret(db, { lookup: 'company_of_refresh_token', hash })
  if (companyId === undefined) throw unauthenticated()
  const { rows } = await db.forCaller({ companyId }).write<Exchange>({
    name: 'refresh-session',
    text: REFRESH_SESSION,
    values: [
      hash,
      audience,
      oauthClientId ?? null,
      ...tokenParameters(audience, tokens),
      proposed,
      `${GRACE_SECONDS} seconds`,
      `${MAX_SESSION_DAYS} days`,
      companyId,
    ],
  })
  const [exchange] = rows
  if (!exchange) throw unauthenticated()
  const { userId, successor, expiresIn } = exchange
  if (successor.equals(proposed)) {
    await rememberNetwork(db, { companyId, userId }, networkOf(address))
    const later = db.forCaller({ companyId, disconnect: undefined, use: undefined })
    deleteAfterGrace(later, companyId, hash)
  }
  return { ...decryptSuccessor(refreshToken, successor), expiresIn }
}

// One statement, which locks only the token's row: the second of two concurrent exchanges waits for the first and then
// sees its `used_at` and its successor. If the session is revoked concurrently, the new tokens are invalid, because
// `authenticate` checks the session.
const REFRESH_SESSION = `
with presented as (
  update refresh_token token
  set used_at = least(token.used_at, clock.time),
      successor = case when least(token.used_at, clock.time) > clock.grace_start then coalesce(token.successor, $8) end
  from (select now() as time, now() - $9::interval as grace_start) clock, session s
  join app_user u on u.company_id = s.company_id and u.id = s.user_id
  join company c on c.id = s.company_id
  where token.company_id = $11 and token.hash = $1 and token.expires_at > now()
    and s.company_id = $11 and s.id = token.session_id and s.audience = $2 and s.oauth_client_id is not distinct from $3
    and s.revoked_at is null and s.created_at > now() - $10::interval
    and u.active and u.deleted_at is null and c.deleted_at is null
  returning token.session_id, token.used_at, token.successor, s.user_id, s.created_at
), ends as (
  select *, used_at + $9::interval as grace_end,
    least(used_at + $5 * interval '1 second', created_at + $10::interval) as access_end,
    least(used_at + $7 * interval '1 second', created_at + $10::interval) as refresh_end
  from presented
), issued as (
  select * from ends where successor = $8
), revoked as (
  update session set revoked_at = now() from presented p
  where company_id = $11 and id = p.session_id and p.successor is null
), expired_successor as (
  update refresh_token t set successor = null from presented p
  where t.company_id = $11 and t.session_id = p.session_id and t.hash <> $1 and t.successor is not null
    and t.used_at <= now() - $9::interval and t.expires_at >= now()
), replaced_access as (
  update access_token t set expires_at = least(t.expires_at, i.grace_end) from issued i
  where t.company_id = $11 and t.session_id = i.session_id and t.expires_at >= now()
), access as (
  insert into access_token (hash, company_id, session_id, expires_at)
  select $4, $11, session_id, access_end from issued
), refresh as (
  insert into refresh_token (hash, company_id, session_id, expires_at)
  select $6, $11, session_id, refresh_end from issued
)
select user_id as "userId", successor,
  greatest(1, floor(extract(epoch from access_end - used_at)))::int as "expiresIn"
from ends where successor is not null`

/**
 * Deletes the stored successor of a token after the grace period. If the process ends earlier, the next exchange of the
 * session deletes it.
 */
function deleteAfterGrace(db: Pick<Database, 'write'>, companyId: number, hash: Buffer): void {
  const text = `
    update refresh_token set successor = null
    where company_id = $1 and hash = $2 and used_at <= now() - $3::interval`
  const values = [companyId, hash, `${GRACE_SECONDS} seconds`]
  const send = () => {
    db.write({ name: 'delete-successor', text, values }).catch(() => undefined)
  }
  setTimeout(send, GRACE_SECONDS * 1000 + 500).unref()
}
