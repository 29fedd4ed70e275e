import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/connect.js'
import { findCompaniesOfEmail } from './companies-of-email.js'
import { findCompanyOfSecret } from './company-of-secret.js'
import { hashNetwork, networkIsKnownSql } from './known-network.js'
import { networkOf } from './network-of.js'
import { GRACE_SECONDS } from './refresh-session.js'
import { hashSecret } from './secret.js'
import type { Throttle } from './throttle.js'

export interface OauthClientAttempt {
  readonly id: string
  readonly secret: string
  /** The IP address of the request. */
  readonly address: string
  /** The username in the request, if any. */
  readonly username?: string | undefined
  /** The refresh token that the client sent, if any. */
  readonly refreshToken?: string | undefined
}

interface Services {
  readonly db: Pick<Database, 'read' | 'forCaller'>
  readonly throttle: Pick<Throttle, 'countClientAttempt'>
}

const NO_HASH = Buffer.alloc(32)

/**
 * Verifies the secret of an OAuth client; compares hashes in constant time. False if the client is unknown or revoked.
 * Throws THROTTLED after too many wrong secrets for the client from the network. A live session has its own rate limit.
 * So has a user after a sign-in from the network: wrong secrets of other clients at the same address do not lock out
 * either.
 */
export async function authenticateOauthClient(
  { db, throttle }: Services,
  attempt: OauthClientAttempt,
): Promise<boolean> {
  const { id, secret, address } = attempt
  const network = networkOf(address)
  const { rows } = await db.read<{ hash: Buffer }>({
    name: 'oauth-client-secret',
    text: 'select secret_hash as hash from oauth_client where id = $1 and revoked_at is null',
    values: [storable(id)],
  })
  const hash = rows[0]?.hash
  const isRight = timingSafeEqual(hashSecret(secret), hash ?? NO_HASH) && hash !== undefined
  const owner = (await findSession(db, attempt)) ?? (await findKnownUser(db, attempt, network))
  await throttle.countClientAttempt({ clientId: id, network, owner, isRight })
  return isRight
}

type OwnerRow = { readonly owner: string }

/** The live session of the refresh token, if it was opened with the OAuth client. */
async function findSession(
  db: Services['db'],
  { id, refreshToken }: OauthClientAttempt,
): Promise<string | undefined> {
  if (refreshToken === undefined) return undefined
  const hash = hashSecret(refreshToken)
  const companyId = await findCompanyOfSecret(db, { lookup: 'company_of_refresh_token', hash })
  if (companyId === undefined) return undefined
  const { rows } = await db.forCaller({ companyId }).read<OwnerRow>({
    name: 'oauth-client-session',
    text: FIND_SESSION,
    values: [companyId, hash, storable(id)],
  })
  return rows[0]?.owner
}

const FIND_SESSION = `
select s.id::text as owner
from refresh_token t
join session s on s.company_id = t.company_id and s.id = t.session_id
where t.company_id = $1 and t.hash = $2 and t.expires_at > now() and s.oauth_client_id = $3 and s.revoked_at is null
  and (t.used_at is null or t.used_at > now() - interval '${GRACE_SECONDS} seconds')`

/** The oldest user with the username and an earlier sign-in from the network. */
async function findKnownUser(
  db: Services['db'],
  { username }: OauthClientAttempt,
  network: string,
): Promise<string | undefined> {
  const email = storable(username?.trim().toLowerCase())
  for (const companyId of email === null ? [] : await findCompaniesOfEmail(db, email)) {
    const { rows } = await db.forCaller({ companyId }).read<OwnerRow>({
      name: 'oauth-client-known-user',
      text: FIND_KNOWN_USER,
      values: [companyId, email, hashNetwork(network)],
    })
    if (rows[0]) return rows[0].owner
  }
  return undefined
}

const FIND_KNOWN_USER = `
select 'user ' || u.id || ' ' || encode($3::bytea, 'base64') as owner
from app_user u
where u.company_id = $1 and u.email = $2 and u.active and u.deleted_at is null and ${networkIsKnownSql('$1', '$3')}`

/** Returns null for a text with a NUL character, which PostgreSQL cannot store: null equals no stored id. */
const storable = (text: string | undefined) =>
  text === undefined || text.includes('\0') ? null : text
