import type { DocumentNode } from 'graphql'
import type { Caller } from '../../db/connect.js'
import type { RequestCredentials } from '../../http/credentials.js'
import type { Meter } from '../../overload/meter.js'
import type { RequestRecord } from '../../telemetry/request-record.js'
import type { CostReport } from '../operation/cost-report.js'
import type { WantedExtensions } from '../operation/response-extensions.js'
import type { Variables } from '../operation/variables.js'

/** The parameters of a GraphQL request over HTTP. */
export interface GraphQLRequest {
  readonly query: string
  /** The document to execute instead of `query`, if its literals are among the variables. */
  readonly document?: DocumentNode | undefined
  readonly operationName?: string | undefined
  /** As the client sent them. */
  readonly variables: Variables
  readonly wanted?: WantedExtensions | undefined
}

/** What the resolvers and the SQL answers both need from an HTTP request, besides the GraphQL request. */
export interface Client {
  readonly credentials: RequestCredentials
  /** The database caller until the session is known. It has the disconnect signal and the statement counter. */
  readonly caller: Caller
  /** Collects what the log and the metrics contain about the request. */
  readonly record: RequestRecord
  /** Counts the processor time of the request against the client's budget. */
  readonly meter: Meter
  /** Logs an internal error. The response does not contain its message. */
  readonly report: (error: unknown) => void
  /** Sets the headers with the request's cost. Called before the statement is sent. */
  readonly reportCost: (cost: CostReport) => void
}
