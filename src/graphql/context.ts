import type DataLoader from 'dataloader'
import type { Database } from '../db/connect.js'
import type { Session } from '../domain/credential/session.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import type { SelectedField } from './operation/selection.js'
import type { GivenCredentials } from '../http/credentials.js'
import type { Preparation, PreparedRequest } from './operation/prepared-request.js'

/** What GraphQL needs of the process. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
}

/** What resolvers are given: one object for each request. */
export interface Context extends Services {
  readonly credentials: GivenCredentials
  readonly requestId: string
  /** The network address that the request comes from. */
  readonly address: string
  /** Logs an error that the answer does not show, under the request's id. */
  readonly report: (error: unknown) => void
  /** The session of the credentials; undefined if the operation is open to anyone. Set before resolvers run. */
  session: Session | undefined
  /** The prepared request, or what is wrong with its variables. Set before resolvers run. */
  preparation: Preparation | undefined
  /**
   * Reads the records of a mutation's payload with SQL, after the record with an id was written. Undefined if the
   * resolvers read them. Set before resolvers run.
   */
  readBack: ((mutation: SelectedField, id: number) => Promise<void>) | undefined
  /** The loaders of to-many fields, by the field of the prepared operation. */
  readonly loaders: Map<object, DataLoader<number, unknown>>
}

export const createContext = (
  services: Services,
  request: Pick<Context, 'credentials' | 'requestId' | 'address' | 'report'>,
): Context => ({
  ...services,
  ...request,
  session: undefined,
  preparation: undefined,
  readBack: undefined,
  loaders: new Map(),
})

/** The session of a request that must have one. */
export function sessionOf({ session }: Context): Session {
  if (!session) throw unauthenticated()
  return session
}

/** The prepared request that is being executed. */
export function requestOf({ preparation }: Context): PreparedRequest {
  if (!preparation?.request) throw new Error('expected a request that was prepared')
  return preparation.request
}

/** The domain as the signed-in user sees it. */
export const domainOf = (context: Context): Domain =>
  createDomain(context.db, sessionOf(context).viewer)
