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
  const hash = hashSecret(refreshToken)
  const companyId = await findCompanyOfSecret(db, { lookup: 'company_of_refresh_token', hash })
  if (companyId === undefined) throw unauthenticated()
  const tokens = newTokens(audience, companyId)
  if (tokens.refreshToken === undefined) throw unauthenticated()
  const { accessToken, refreshToken: next } = tokens
  const proposed = encryptSuccessor(refreshToken, { accessToken, refreshToken: next })
  const { rows } = await db.forCaller({ companyId }).write<Exchange>({
    name: 'refresh-session',
    text: REFRESH_SESSION,
    values: [
      companyId,
      hash,
      audience,
      oauthClientId ?? null,
      ...tokenParameters(audience, tokens),
      proposed,
      `${GRACE_SECONDS} seconds`,
      `${MAX_SESSION_DAYS} days`,
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

const REFRESH_SESSION = `
select user_id as "userId", successor, expires_in as "expiresIn" from refresh_session(
  $1::int, $2::bytea, $3::audience, $4::text, $5::bytea, $6::int, $7::bytea, $8::int, $9::bytea, $10::interval, $11::interval)`

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
