import type { Audience } from '../db/generated/prisma/enums.js'
import type { Credentials } from '../domain/credential/session.js'
import {
  bearerCredentialsIn,
  cookieCredentialsIn,
  credentialsIn,
  type RequestCredentials,
} from './credentials.js'
import type { Interface } from './record.js'

/** How the requests of an interface are authenticated. */
interface Rules {
  readonly credentialsIn: typeof credentialsIn
  /** The audiences whose access tokens the interface accepts. */
  readonly audiences: readonly Audience[]
  /** Whether an API key that acts for a user may be used alone, as the token of `Authorization: Bearer`. */
  readonly acceptsKeyAlone?: boolean
  /** Whether each request needs an API key, also one without a user. */
  readonly requiresApiKey: boolean
  /** The message for missing and for invalid credentials. By default, that of the domain. */
  readonly message?: string
}

const ANY_TOKEN: Rules = {
  credentialsIn,
  audiences: ['graphql', 'set_a', 'set_b'],
  acceptsKeyAlone: true,
  requiresApiKey: false,
  message:
    'Valid credentials are required: an access token, or an API key that acts for a user, in the header `Authorization: Bearer <token>`, or an API key in `x-api-key` and a token in `x-api-token`.',
}

export const rules: Record<Interface, Rules> = {
  graphql: ANY_TOKEN,
  documents: ANY_TOKEN,
  docs: { ...ANY_TOKEN, credentialsIn: cookieCredentialsIn },
  other: ANY_TOKEN,
  'set-a': { credentialsIn: bearerCredentialsIn, audiences: ['set_a'], requiresApiKey: false },
  'set-b': { credentialsIn, audiences: ['set_b'], requiresApiKey: true },
}

/** The credentials for the database; undefined if the interface refuses them without asking it. */
export function acceptedBy(
  { audiences, acceptsKeyAlone = false, requiresApiKey }: Rules,
  credentials: RequestCredentials,
): Credentials | undefined {
  const { tokenHash, apiKeyHash, companyId } = credentials
  if (!tokenHash || (requiresApiKey && !apiKeyHash)) return undefined
  const isKeyAlone = acceptsKeyAlone && credentials.isKeyAlone
  return { tokenHash, companyId, isKeyAlone, apiKeyHash, audiences }
}
