import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../db/connect.js'
import { authenticate } from '../domain/credential/authenticate.js'
import { authenticateApiKey } from '../domain/api-key/authenticate-api-key.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import { credentialsIn } from '../http/credentials.js'

export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** The first argument of the login, which requires an API key only. */
export interface ApiKeyContext {
  readonly services: Services
  /** The company of the API key. */
  readonly companyId: number
}

/** Throws UNAUTHENTICATED. */
export async function createApiKeyContext(
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<ApiKeyContext> {
  const { apiKey } = credentialsIn(headers)
  const found = apiKey ? await authenticateApiKey(services.db, apiKey) : undefined
  if (!found) throw unauthenticated()
  return { services, companyId: found.companyId }
}

/** Requires an API key, and a token of this set for a user of the key's company. Throws UNAUTHENTICATED. */
export async function createUserContext(
  { db }: Services,
  headers: IncomingHttpHeaders,
): Promise<Domain> {
  const { apiKey, token } = credentialsIn(headers)
  const credentials = apiKey && token ? { token, apiKey, audiences: ['set_b'] as const } : undefined
  const session = credentials && (await authenticate(db, credentials))
  if (!session) throw unauthenticated()
  return createDomain(db, session.viewer)
}
