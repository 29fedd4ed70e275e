import type { Database } from '../db/connect.js'
import { authenticate, type Credentials } from '../domain/credential/authenticate.js'
import type { Session } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import type { GivenCredentials } from '../http/credentials.js'

/**
 * Credentials for GraphQL. It accepts access tokens of every audience, also those of the REST APIs. Undefined without a
 * token.
 */
export const graphqlCredentials = ({ token, apiKey }: GivenCredentials): Credentials | undefined =>
  token ? { token, audiences: ['graphql', 'set_a', 'set_b'], apiKey } : undefined

/** The message for missing and for invalid credentials. */
const HOW_TO_AUTHENTICATE =
  'Valid credentials are required: an access token in the header `Authorization: Bearer <token>`, or an API key in `x-api-key` and a token in `x-api-token`.'

/** The session of the credentials; undefined if they are missing or invalid. */
export async function findSession(
  db: Pick<Database, 'forCaller' | 'hasReplicas'>,
  given: GivenCredentials,
): Promise<Session | undefined> {
  const credentials = graphqlCredentials(given)
  return credentials && (await authenticate(db, credentials))
}

/** The session of the credentials. Throws UNAUTHENTICATED if they are missing or invalid. */
export async function authenticateRequest(
  db: Pick<Database, 'forCaller' | 'hasReplicas'>,
  given: GivenCredentials,
): Promise<Session> {
  const session = await findSession(db, given)
  if (!session) throw unauthenticated(HOW_TO_AUTHENTICATE)
  return session
}
