import type DataLoader from 'dataloader'
import { type Domain, createDomain } from '../domain/domain.js'
import type { Session } from '../domain/credential/session.js'
import type { Throttle } from '../domain/credential/throttle.js'
import type { Database } from '../db/connect.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'

/** What the face needs of the process. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** What a resolver is given, once per request. */
export interface Context extends Services {
  /** Who is asking; an anonymous request has none. */
  readonly session: Session | undefined
  /** The network address that the request comes from. */
  readonly address: string
  readonly requestId: string
  /** The loaders of this request's levels, by what they load. */
  readonly loaders: Map<object, DataLoader<number, unknown>>
}

export const createContext = (
  services: Services,
  request: Pick<Context, 'session' | 'address' | 'requestId'>,
): Context => ({ ...services, ...request, loaders: new Map() })

/** The session of a request that must have one. */
export function sessionOf({ session }: Context): Session {
  if (!session) throw unauthenticated()
  return session
}

/** The domain as the asking user sees it. */
export const domainOf = (context: Context): Domain =>
  createDomain(context.db, sessionOf(context).viewer)
