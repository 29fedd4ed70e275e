import type { Departure } from '../../db/connect.js'
import type { GivenCredentials } from '../../http/credentials.js'
import type { Meter } from '../../overload/meter.js'
import type { CostReport } from '../operation/cost-report.js'
import type { Variables } from '../operation/variables.js'

/** The parameters of a GraphQL request over HTTP. */
export interface GraphQLRequest {
  readonly query: string
  readonly operationName?: string | undefined
  /** As the client sent them. */
  readonly variables: Variables
  /** Whether the response has the cost in its `extensions`. */
  readonly wantsCost?: boolean
}

/** The client of a request, as both executors need it. */
export interface Client {
  readonly credentials: GivenCredentials
  /** Whether the client has closed the connection before the response. */
  readonly departure: Departure
  /** Counts the processor time of the request against the client's budget. */
  readonly meter: Meter
  /** Logs a server error that the response masks. */
  readonly report: (error: unknown) => void
  /** Sets the headers with the request's cost. Called before the statement is sent. */
  readonly reportCost: (cost: CostReport) => void
}
