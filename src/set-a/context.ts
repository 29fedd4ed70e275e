import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.js'
import { authorise, type Operation as Policy, policy } from '../domain/access/policy.js'
import { authenticate } from '../domain/credential/authenticate.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'

/** What the set needs of the process. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** What operations are given: those that anyone may call have no domain, and say so in the type of what they take. */
export type Caller = Domain & Services

export type { Policy }

const BEARER = /^bearer +(\S+)$/i

/** Who is asking, by `Authorization: Bearer` with a token of this set, if his role may call what the policy names. */
export const callerOf =
  (services: Services) =>
  async ({ headers }: FastifyRequest, operation: Policy): Promise<Caller> => {
    if (policy[operation] === 'anyone') return services as Caller
    const token = BEARER.exec(headers.authorization ?? '')?.[1]
    const session = token && (await authenticate(services.db, { token, audiences: ['set_a'] }))
    if (!session) throw unauthenticated()
    authorise(session.viewer, operation)
    return { ...services, ...createDomain(services.db, session.viewer) }
  }
