import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/connect.js'
import { authorise, type Operation as PolicyOperation, policy } from '../domain/access/policy.js'
import { authenticateApiKey } from '../domain/api-key/authenticate-api-key.js'
import { authenticate } from '../domain/credential/authenticate.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { databaseFor } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import { onlyReads } from '../http/caller.js'
import { credentialsIn } from '../http/credentials.js'

export interface Services {
  readonly db: Database
  readonly throttle: Throttle
  /** A user's oldest session ends if there are more. */
  readonly maxSessionsPerUser: number
}

/** The first argument of the login, which requires an API key only. */
export interface ApiKeyContext {
  readonly services: Services
  /** The company of the API key. */
  readonly companyId: number
  readonly apiKeyId: number
}

/** The first argument of every operation: an `ApiKeyContext` for the login, a `Domain` for all others. */
export type Context = Domain & ApiKeyContext

/**
 * Authenticates an API key and, except for the login, a token of Set B for a user of the key's company; authorises the
 * user. Throws UNAUTHENTICATED or FORBIDDEN.
 */
export const createContext =
  (services: Services) =>
  async (
    { id: request, method, headers, meter, record }: FastifyRequest,
    operation: PolicyOperation,
    caller: Caller,
  ): Promise<Context> => {
    const db = services.db.forCaller({ ...caller, actor: { operation, request } })
    const { apiKey, token } = credentialsIn(headers)
    if (policy[operation] === 'anyone') {
      const key = apiKey && (await authenticateApiKey(db, apiKey))
      if (!key) throw unauthenticated()
      meter.authenticated(key)
      record.identify(key)
      return { services: { ...services, db }, ...key } as Context
    }
    const session =
      apiKey && token && (await authenticate(db, { token, apiKey, audiences: ['set_b'] }))
    if (!session) throw unauthenticated()
    meter.authenticated(session.viewer)
    record.identify(session.viewer)
    authorise(session.viewer, operation)
    const own = databaseFor(db, session, onlyReads(method))
    return createDomain(own, session.viewer) as Context
  }
