import type { Database } from '../db/connect.js'
import { authenticate, type Credentials } from '../domain/credential/authenticate.js'
import type { Session } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import type { GivenCredentials } from '../http/credentials.js'

/** The credentials, accepting tokens of GraphQL and of both REST sets. Undefined without a token. */
export const withAudiences = ({ token, apiKey }: GivenCredentials): Credentials | undefined =>
  token ? { token, audiences: ['graphql', 'set_a', 'set_b'], apiKey } : undefined

/** The session of the credentials. Throws UNAUTHENTICATED if they are missing or invalid. */
export async function authenticateRequest(
  db: Pick<Database, 'ofCredential'>,
  given: GivenCredentials,
): Promise<Session> {
  const credentials = withAudiences(given)
  const session = credentials && (await authenticate(db, credentials))
  if (!session) throw unauthenticated()
  return session
}
