import type DataLoader from 'dataloader'
import type { Database } from '../db/connect.js'
import type { Session } from '../domain/credential/session.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import type { GivenCredentials } from './authentication.js'

/** What the face needs of the process. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** What a resolver is given, once per request. */
export interface Context extends Services {
  readonly credentials: GivenCredentials
  readonly requestId: string
  /** The network address that the request comes from. */
  readonly address: string
  /** Tells the log, under the request's id, of an error that its answer does not show. */
  readonly report: (error: unknown) => void
  /** Who is asking; undefined where the operation is open to anyone. Set before anything is resolved. */
  session: Session | undefined
  /** The loaders of this request's levels, by the plan of the level. */
  readonly loaders: Map<object, DataLoader<number, unknown>>
}

export const createContext = (
  services: Services,
  request: Pick<Context, 'credentials' | 'requestId' | 'address' | 'report'>,
): Context => ({ ...services, ...request, session: undefined, loaders: new Map() })

/** The session of a request that must have one. */
export function sessionOf({ session }: Context): Session {
  if (!session) throw unauthenticated()
  return session
}

/** The domain as the asking user sees it. */
export const domainOf = (context: Context): Domain =>
  createDomain(context.db, sessionOf(context).viewer)
