import { type ExecutionResult, getOperationAST, OperationTypeNode, parse } from 'graphql'
import { mayMutate } from './confirm-mutation.js'
import { eventsOf } from './events.js'
import { kindOf } from './operation.js'
import { activeTab, recordRun } from './runs.js'
import type { GraphQLRequest, GraphQLResponse } from './send.js'
import { sendAsUser } from './session.js'

interface FetcherOptions {
  readonly headers?: Readonly<Record<string, unknown>> | null
}

/** The figures that the service adds to the response on request. */
const extensions = { cost: true, statements: true }

/** Sends what an editor's tab runs, and records the figures of the response for this tab. A subscription has many responses. */
export async function fetcher(given: GraphQLRequest, { headers }: FetcherOptions = {}) {
  const tab = activeTab.get()
  const request = withKnownName(given)
  const kind = kindOf(request)
  if (kind === OperationTypeNode.MUTATION && !mayMutate()) return refusal
  if (kind === OperationTypeNode.SUBSCRIPTION) return eventsOf(request, textsOf(headers ?? {}))
  const exchange = await sendAsUser({ ...request, extensions }, textsOf(headers ?? {}))
  recordRun(tab, exchange)
  return withoutFigures(exchange.response) as ExecutionResult
}

const refusal = {
  errors: [{ message: 'The mutation was not sent.' }],
} as unknown as ExecutionResult

/** Without a name that the document does not have: right after a tab is opened, GraphiQL still has the name of the previous one. */
function withKnownName(request: GraphQLRequest): GraphQLRequest {
  try {
    const isKnown = getOperationAST(parse(request.query), request.operationName) !== null
    return isKnown ? request : { ...request, operationName: null }
  } catch {
    return request
  }
}

/** The response as the service sends it to a client that does not request the figures. */
function withoutFigures({ extensions: given, ...response }: GraphQLResponse): GraphQLResponse {
  const others = Object.entries(given ?? {}).filter(([name]) => !(name in extensions))
  return others.length > 0 ? { ...response, extensions: Object.fromEntries(others) } : response
}

const textsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
