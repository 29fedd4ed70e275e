import type { ExecutionResult } from 'graphql'
import type { GraphQLRequest } from './send.js'
import { sendAsUser } from './session.js'

interface FetcherOptions {
  readonly headers?: Readonly<Record<string, unknown>> | null
}

/** Sends what an editor's tab runs. */
export async function fetcher(request: GraphQLRequest, { headers }: FetcherOptions = {}) {
  const { response } = await sendAsUser(request, textsOf(headers ?? {}))
  return response as ExecutionResult
}

const textsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
