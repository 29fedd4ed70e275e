import type { DocumentNode } from 'graphql'
import type { ServerRequest } from '../../request/request.js'
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
  /** Whether the response needs an entity tag: the client has sent one, or the method is GET. */
  readonly wantsTag?: boolean
}

/** What the resolvers and the SQL answers both need from an HTTP request, besides the GraphQL request. */
export interface Client {
  readonly request: ServerRequest
  /** Logs an internal error. The response does not contain its message. */
  readonly report: (error: unknown) => void
  /** Sets the headers with the request's cost. Called before the statement is sent. */
  readonly reportCost: (cost: CostReport) => void
}
