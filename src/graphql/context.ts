import type DataLoader from 'dataloader'
import type { Database } from '../db/connect.js'
import { databaseFor } from '../domain/credential/caller-of.js'
import type { Session } from '../domain/credential/session.js'
import type { Throttle } from '../domain/credential/throttle.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain, type RecordKey } from '../domain/domain.js'
import type { DryRun } from '../domain/record/dry-run.js'
import type { WebhookServices } from '../domain/webhook/webhook-queries.js'
import type { CostReport } from './operation/cost-report.js'
import type { SelectedField } from './operation/selection.js'
import type { ServerRequest } from '../request/request.js'
import type { PreparedRequest } from './operation/prepared-request.js'
import type { Preparation } from './operation/preparer.js'

/** The services that all requests share. */
export interface Services {
  readonly db: Database
  readonly throttle: Throttle
  /** Whether the service is configured to send mail. */
  readonly sendsMail: boolean
  /** How many users a company can invite in an hour. */
  readonly invitationsPerHour: number
  /** How long ago a new inspection may have been, in years. */
  readonly maxInspectionAgeYears: number
  /** A user's oldest session ends if there are more. */
  readonly maxSessionsPerUser: number
}

/** The context value of resolvers: one object for each request. */
export interface Context extends Services {
  readonly webhooks: WebhookServices
  /** The database for the statements of this request. */
  db: Database
  readonly request: ServerRequest
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined
  /** Logs an internal error, with the request's id. The response does not contain its message. */
  readonly report: (error: unknown) => void
  /** Sets the headers with the request's cost. */
  readonly reportCost: (cost: CostReport) => void
  /** The session of the credentials. Undefined if the operation does not require one. Set before resolvers run. */
  session: Session | undefined
  /** The cost. Also set if the request is refused because of it. Set before resolvers run. */
  cost: CostReport | undefined
  /** The prepared request, or the validation errors of its variables. Set before resolvers run. */
  preparation: Preparation | undefined
  /**
   * Reads the records of a mutation's payload with one SQL statement. `key` is that of the written record.
   * Returns JSON by response key. Undefined if the resolvers read the records. Set before resolvers run.
   */
  readBack: ((mutation: SelectedField, key: RecordKey, db: Database) => Promise<Json>) | undefined
  /** What `readBack` has returned, by the response key of the mutation. */
  readonly payloads: Map<string, Json>
  /** The dry run of the current mutation. The fields of its payload are read in the transaction of the dry run. */
  dryRun: DryRun<unknown> | undefined
  /** The DataLoaders of fields under records, by field. */
  readonly loaders: Map<SelectedField, DataLoader<unknown, unknown>>
}

type Json = Readonly<Record<string, unknown>>

type GivenProperty = 'request' | 'idempotencyKey' | 'report' | 'reportCost'

/** Lists the fields instead of a spread, so that the context is a young object: docs/decisions/requests.md. */
export const createContext = (
  services: Services & Pick<Context, 'webhooks'>,
  given: Pick<Context, GivenProperty> & { readonly session?: Session },
): Context => ({
  db: services.db.forCaller(given.request.access.caller),
  throttle: services.throttle,
  sendsMail: services.sendsMail,
  invitationsPerHour: services.invitationsPerHour,
  maxInspectionAgeYears: services.maxInspectionAgeYears,
  maxSessionsPerUser: services.maxSessionsPerUser,
  webhooks: services.webhooks,
  request: given.request,
  idempotencyKey: given.idempotencyKey,
  report: given.report,
  reportCost: given.reportCost,
  session: given.session,
  cost: undefined,
  preparation: undefined,
  readBack: undefined,
  payloads: new Map(),
  dryRun: undefined,
  loaders: new Map(),
})

/**
 * Sets the session. Later statements of the request count towards the concurrency limits of the session and of its
 * company. If the request only reads, a read replica may answer it.
 */
export function setSession(context: Context, session: Session, onlyReads: boolean): void {
  context.session = session
  context.db = databaseFor(context.db, session, onlyReads)
}

/** The session of the request. Throws UNAUTHENTICATED if it has none. */
export function sessionOf({ session }: Context): Session {
  if (!session) throw unauthenticated()
  return session
}

/** The prepared request. Throws if the request is not prepared yet: that is a bug. */
export function requestOf({ preparation }: Context): PreparedRequest {
  if (!preparation?.request) throw new Error('expected a prepared request')
  return preparation.request
}

/** The first argument of domain functions, for the signed-in user. */
export const domainOf = (context: Context): Domain =>
  createDomain(context.db, sessionOf(context).viewer)
