import { authenticateOauthClient } from '../../domain/credential/authenticate-oauth-client.js'
import { refreshSession } from '../../domain/credential/refresh-session.js'
import type { Tokens } from '../../domain/credential/session.js'
import { signIn, type SignInServices } from '../../domain/credential/sign-in.js'
import type { Throttle } from '../../domain/credential/throttle.js'
import { DomainError } from '../../domain/errors.js'
import { type ValidatedRequest, operation } from '../../http/operation.js'
import { clientCredentialsIn } from './client-credentials.js'
import { TokenError, TokenHttpError } from './token-errors.js'
import { serializeToken, Token, TokenRequest } from './token.schema.js'

export interface TokenServices extends SignInServices {
  readonly throttle: Pick<Throttle, 'countAttempt' | 'countClientAttempt'>
}

interface Grant {
  readonly requires: readonly (keyof TokenRequest)[]
  /** The message of `invalid_grant`. */
  readonly invalid: string
  /** Throws UNAUTHENTICATED for an invalid grant. */
  readonly exchange: (
    services: SignInServices,
    request: ValidatedRequest<unknown, unknown, TokenRequest>,
    oauthClientId: string,
  ) => Promise<Tokens>
}

/** By grant type. */
const grants = new Map<string, Grant>([
  [
    'password',
    {
      requires: ['username', 'password'],
      invalid: 'The user credentials were incorrect.',
      exchange: (services, { body, origin }, oauthClientId) => {
        const { username = '', password = '' } = body
        const attempt = { username, password, audience: 'set_a', oauthClientId } as const
        return signIn(services, { ...attempt, ...origin })
      },
    },
  ],
  [
    'refresh_token',
    {
      requires: ['refresh_token'],
      invalid: 'The refresh token is invalid.',
      exchange: ({ db }, { body, origin: { address } }, oauthClientId) => {
        const { refresh_token: refreshToken = '' } = body
        return refreshSession(db, { refreshToken, audience: 'set_a', oauthClientId, address })
      },
    },
  ],
])

export const obtainToken = operation(
  {
    description:
      'Exchanges the credentials of an OAuth client and of a user, or a refresh token, for an access token and a refresh token.',
    body: TokenRequest,
    example: {
      body: {
        grant_type: 'password',
        client_id: 'demo-client',
        client_secret: 'demo-secret',
        username: 'admin@harbour.example',
        password: 'demo-password',
      },
    },
    // Treat a body that is not an object as empty, so that the required fields are reported.
    normalizeBody: (body) => (typeof body === 'object' && !Array.isArray(body) ? body : {}),
    answer: Token,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    errorSchemas: {
      400: TokenError,
      401: TokenError,
      406: TokenError,
      429: TokenError,
      503: TokenError,
    },
    errorExamples: {
      400: missing('grant_type'),
      401: wrongClient(),
    },
  },
  async (services: TokenServices, request) => {
    const { body, headers, origin } = request
    const grant = grants.get(required(body, 'grant_type'))
    if (!grant) {
      const message = 'The authorization grant type is not supported by the authorization server.'
      throw new TokenHttpError(400, 'unsupported_grant_type', message)
    }
    const client = clientCredentialsIn(headers, body)
    const id = client.id || required(body, 'client_id')
    const secret = client.secret || required(body, 'client_secret')
    for (const name of grant.requires) required(body, name)
    const { username, refresh_token: refreshToken } = body
    const clientAttempt = { id, secret, address: origin.address, username, refreshToken }
    if (!(await authenticateOauthClient(services, clientAttempt))) {
      throw wrongClient(client.isBasic ? { 'www-authenticate': 'Basic realm="oauth"' } : {})
    }
    try {
      return serializeToken(await grant.exchange(services, request, id))
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'UNAUTHENTICATED') throw error
      throw new TokenHttpError(401, 'invalid_grant', grant.invalid)
    }
  },
)

function required(body: TokenRequest, name: keyof TokenRequest): string {
  const value = body[name]
  if (value) return value
  throw missing(name)
}

function missing(name: keyof TokenRequest) {
  const message = `The ${name.replaceAll('_', ' ')} field is required.`
  return new TokenHttpError(400, 'invalid_request', message)
}

function wrongClient(challenge: Record<string, string> = {}) {
  return new TokenHttpError(401, 'invalid_client', 'Client authentication failed.', challenge)
}
