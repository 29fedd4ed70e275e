import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import { hashSecret } from './secret.js'
import { newTokens, tokenParameters, type Tokens } from './session.js'
import { unauthenticated } from './unauthenticated.js'

export interface SessionRefresh {
  readonly refreshToken: string
  readonly audience: Audience
  /** The authenticated OAuth client, if any. It must be the one that opened the session. */
  readonly oauthClientId?: string | undefined
}

/**
 * Exchanges a refresh token for new tokens. The token works again for 10 seconds after its first use, so that a client
 * can retry after a lost response. A later use indicates a stolen token and revokes the session. Throws UNAUTHENTICATED.
 */
export async function refreshSession(
  db: Pick<Database, 'ofCredential'>,
  { refreshToken, audience, oauthClientId }: SessionRefresh,
): Promise<Tokens> {
  const tokens = newTokens(audience)
  const hash = hashSecret(refreshToken)
  const ofToken = db.ofCredential({ lookup: 'company_of_refresh_token', hash })
  const { rowCount } = await ofToken.query({
    name: 'refresh-session',
    text: REFRESH_SESSION,
    values: [hash, audience, oauthClientId ?? null, ...tokenParameters(audience, tokens)],
  })
  if (rowCount !== 1) throw unauthenticated()
  return tokens
}

// One statement, which locks only the token's row: the second of two concurrent exchanges waits for the first and then
// sees its `used_at`. If the session is revoked concurrently, the new tokens are invalid, because `authenticate` checks
// the session.
const REFRESH_SESSION = `
with presented as (
  update refresh_token token
  set used_at = coalesce(token.used_at, now())
  from session s
  join app_user u on u.company_id = s.company_id and u.id = s.user_id
  join company c on c.id = s.company_id
  where token.hash = $1 and token.expires_at > now()
    and s.id = token.session_id and s.audience = $2 and s.oauth_client_id is not distinct from $3
    and s.revoked_at is null and u.active and u.deleted_at is null and c.deleted_at is null
  returning token.company_id, token.session_id, token.used_at > now() - interval '10 seconds' as valid
), revoked as (
  update session set revoked_at = now() from presented where id = session_id and not valid
), expired_access as (
  delete from access_token t using presented p where t.session_id = p.session_id and t.expires_at < now()
), expired_refresh as (
  delete from refresh_token t using presented p where t.session_id = p.session_id and t.expires_at < now()
), access as (
  insert into access_token (hash, company_id, session_id, expires_at)
  select $4, company_id, session_id, now() + $5 * interval '1 second' from presented where valid
)
insert into refresh_token (hash, company_id, session_id, expires_at)
select $6, company_id, session_id, now() + $7 * interval '1 second' from presented where valid`
