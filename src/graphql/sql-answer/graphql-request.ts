import type { Caller } from '../../db/connect.js'
import type { GivenCredentials } from '../../http/credentials.js'
import type { Meter } from '../../overload/meter.js'
import type { RequestRecord } from '../../telemetry/request-record.js'
import type { CostReport } from '../operation/cost-report.js'
import type { WantedExtensions } from '../operation/response-extensions.js'
import type { Variables } from '../operation/variables.js'

/** The parameters of a GraphQL request over HTTP. */
export interface GraphQLRequest {
  readonly query: string
  readonly operationName?: string | undefined
  /** As the client sent them. */
  readonly variables: Variables
  readonly wanted?: WantedExtensions | undefined
}

/** The client of a request, as both executors need it. */
export interface Client {
  readonly credentials: GivenCredentials
  /** The sender of the request's statements. */
  readonly caller: Caller
  /** What the log and the metrics say about the request. */
  readonly record: RequestRecord
  /** Counts the processor time of the request against the client's budget. */
  readonly meter: Meter
  /** Logs a server error that the response masks. */
  readonly report: (error: unknown) => void
  /** Sets the headers with the request's cost. Called before the statement is sent. */
  readonly reportCost: (cost: CostReport) => void
}
