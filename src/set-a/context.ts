import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/connect.js'
import { authorise, type Operation as PolicyOperation, policy } from '../domain/access/policy.js'
import { authenticate } from '../domain/credential/authenticate.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { databaseFor } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import { onlyReads } from '../http/caller.js'
import { bearerToken } from '../http/credentials.js'

export interface Services {
  readonly db: Database
  readonly throttle: Throttle
  /** A user's oldest session ends if there are more. */
  readonly maxSessionsPerUser: number
}

/** The first argument of every operation. A public operation gets only the properties of `Services`. */
export type Context = Domain & Services

/**
 * Authenticates and authorises the user of a token, unless the operation is public. Throws UNAUTHENTICATED or
 * FORBIDDEN.
 */
export const createContext =
  (services: Services) =>
  async (
    { id: request, method, headers, meter, record }: FastifyRequest,
    operation: PolicyOperation,
    caller: Caller,
  ): Promise<Context> => {
    const db = services.db.forCaller({ ...caller, actor: { operation, request } })
    if (policy[operation] === 'anyone') return { ...services, db } as Context
    const token = bearerToken(headers)
    const session = token && (await authenticate(db, { token, audiences: ['set_a'] }))
    if (!session) throw unauthenticated()
    meter.authenticated(session.viewer)
    record.identify(session.viewer)
    authorise(session.viewer, operation)
    const own = databaseFor(db, session, onlyReads(method))
    return {
      ...services,
      ...createDomain(own, session.viewer),
    }
  }
