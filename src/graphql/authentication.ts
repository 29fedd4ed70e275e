import type { Database } from '../db/connect.js'
import { authenticate, type Credentials } from '../domain/credential/authenticate.js'
import type { Session } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'

/** The credentials in a request's headers. */
export interface GivenCredentials {
  readonly token: string | undefined
  readonly apiKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const BEARER = /^bearer +/i

/** Reads the pair `x-api-key` and `x-api-token` (with or without `Bearer`), otherwise `Authorization: Bearer …`. */
export function credentialsIn(headers: Headers): GivenCredentials {
  const one = (name: string) => [headers[name]].flat()[0]
  const { authorization = '' } = headers
  const bearer = BEARER.test(authorization as string)
    ? (authorization as string).replace(BEARER, '')
    : undefined
  const apiKey = one('x-api-key')
  const apiToken = apiKey === undefined ? undefined : one('x-api-token')?.replace(BEARER, '')
  return { token: apiToken ?? bearer, apiKey }
}

/** The credentials as the domain checks them: tokens of GraphQL and of both REST sets count. Undefined without a token. */
export const withAudiences = ({ token, apiKey }: GivenCredentials): Credentials | undefined =>
  token ? { token, audiences: ['graphql', 'set_a', 'set_b'], apiKey } : undefined

/** The session of some credentials. Throws UNAUTHENTICATED. */
export async function authenticateRequest(
  db: Pick<Database, 'pipeline'>,
  given: GivenCredentials,
): Promise<Session> {
  const credentials = withAudiences(given)
  const session = credentials && (await authenticate(db, credentials))
  if (!session) throw unauthenticated()
  return session
}
