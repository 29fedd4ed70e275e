import { v7 as newUuid } from 'uuid'
import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import type { Viewer } from '../access/viewer.js'
import type { UsedKey } from '../api-key/used-key.js'
import { hashSecret, newSecret } from './secret.js'
import { unauthenticated } from './unauthenticated.js'

/** The tokens of a session, for the client. Only their hashes are stored. */
export interface Tokens {
  readonly accessToken: string
  /** Undefined if sessions of the audience have no refresh tokens. */
  readonly refreshToken: string | undefined
  /** Seconds until the access token expires. */
  readonly expiresIn: number
}

export interface Credentials {
  /** The hash of an access token, or of an API key that is used alone. */
  readonly tokenHash: Buffer
  /** The company that the token names; undefined for tokens of release 1.1. */
  readonly companyId?: number | undefined
  /** Whether `tokenHash` is that of an API key: the user that the key acts for is the viewer, and there is no session. */
  readonly isKeyAlone?: boolean
  /** The audiences whose tokens are accepted. */
  readonly audiences: readonly Audience[]
  /** The hash of an API key. If given, it must be a valid key of the token's company. */
  readonly apiKeyHash?: Buffer | undefined
}

/** What a request acts for: the user of a session, or the user that an API key acts for. */
export interface Session {
  /** Undefined if an API key is used alone: it has no session. */
  readonly sessionId?: string | undefined
  /** The API that accepts the session's tokens. */
  readonly audience?: Audience | undefined
  readonly viewer: Viewer
  /** The API keys, if any: the one in the headers first, then the one with which the session was opened. */
  readonly keys?: readonly UsedKey[] | undefined
  /**
   * The company's newest transaction at authentication: a replica answers reads of the request only if it has this
   * transaction. Undefined without replicas.
   */
  readonly position?: bigint | undefined
}

const DAY = 86_400

/** Days after which a session ends, however often it is refreshed. */
export const MAX_SESSION_DAYS = 90

/** The lifetimes of tokens, in seconds. A session without refresh tokens ends with its access token. */
const lifetimes = {
  graphql: { access: DAY, refresh: 30 * DAY },
  set_a: { access: 15 * DAY, refresh: 30 * DAY },
  set_b: { access: DAY, refresh: null },
} as const satisfies Record<Audience, { access: number; refresh: number | null }>

export const newTokens = (audience: Audience, companyId: number): Tokens => ({
  accessToken: newSecret('access', companyId),
  refreshToken: lifetimes[audience].refresh === null ? undefined : newSecret('refresh'),
  expiresIn: lifetimes[audience].access,
})

/** Parameters of a statement: the hash and the lifetime in seconds of the access token, then of the refresh token. */
export const tokenParameters = (audience: Audience, tokens: Tokens) => [
  hashSecret(tokens.accessToken),
  tokens.expiresIn,
  tokens.refreshToken === undefined ? null : hashSecret(tokens.refreshToken),
  lifetimes[audience].refresh,
]

/** A new session. */
export interface OpenedSession extends Session, Tokens {
  readonly sessionId: string
}

/** How a session was opened. */
export interface SessionOrigin {
  /** The authenticated OAuth client, if any. */
  readonly oauthClientId?: string | undefined
  /** The API key of the request, if any. Its expiry ends the session, too. */
  readonly apiKeyId?: number | undefined
  /** The client's IP address. */
  readonly address?: string
  /** The header `User-Agent`. */
  readonly userAgent?: string | undefined
}

const MAX_USER_AGENT_LENGTH = 255

/**
 * Opens a session for a user. Throws UNAUTHENTICATED if the user is inactive or removed, if the API key is revoked or
 * expired, or if `passwordHash` is given and the user now has another hash: the password was changed after it was
 * verified.
 */
export async function openSession(
  db: Pick<Database, 'forCaller'>,
  viewer: Viewer,
  audience: Audience,
  { oauthClientId, apiKeyId, address, userAgent }: SessionOrigin = {},
  passwordHash: string | null = null,
): Promise<OpenedSession> {
  const sessionId = newUuid()
  const tokens = newTokens(audience, viewer.companyId)
  const own = db.forCaller({
    companyId: viewer.companyId,
    actor: { user: viewer.userId, session: sessionId, ...(apiKeyId && { apiKey: apiKeyId }) },
  })
  const { rows } = await own.write<{ expiresIn: number | null }>({
    name: 'open-session',
    text: OPEN_SESSION,
    values: [
      sessionId,
      viewer.companyId,
      viewer.userId,
      audience,
      oauthClientId ?? null,
      ...tokenParameters(audience, tokens),
      passwordHash,
      apiKeyId ?? null,
      address ?? null,
      userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ],
  })
  const expiresIn = rows[0]?.expiresIn ?? undefined
  if (expiresIn === undefined) throw unauthenticated()
  return { sessionId, audience, viewer, ...tokens, expiresIn }
}

const OPEN_SESSION = `select open_session(
  $1::uuid, $2::int, $3::int, $4::audience, $5::text, $6::bytea, $7::int, $8::bytea, $9::int, $10::text, $11::int, $12::text, $13::text
) as "expiresIn"`
