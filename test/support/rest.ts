import type { Domain } from '../../src/domain/domain.js'
import { conformanceTo } from './conform.js'
import { service } from './graphql.js'
import { noteSecrets } from './trace-log.js'

export type Headers = Readonly<Record<string, string>>

export interface RestRequest {
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown
  readonly headers?: Headers
}

export interface RestResponse {
  readonly status: number
  readonly headers: globalThis.Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its body
  readonly body: any
}

/** Calls a REST API in tests: without credentials (`send`), or with those of a user (`callAs`). */
export function restClient(openApi: object, credentialsOf: (user: Domain) => Promise<Headers>) {
  const expectConform = conformanceTo(openApi)

  /** Sends a request, and checks the response against the OpenAPI document. */
  const send = async (
    method: string,
    path: string,
    { query, body, headers = {} }: RestRequest = {},
  ): Promise<RestResponse> => {
    const url = new URL(path, await service())
    if (query) url.search = new URLSearchParams(query).toString()
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const isJson = body !== undefined && !isForm
    const response = await fetch(url, {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    noteSecrets(
      JSON.stringify(body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? '')),
      headers,
    )
    noteSecrets(text)
    const parsed = text === '' ? undefined : (JSON.parse(text) as unknown)
    expectConform(method, url.pathname, response.status, parsed)
    return { status: response.status, headers: response.headers, body: parsed }
  }

  /** A function that sends requests with new credentials of a user. */
  const callAs = (user: Domain) => {
    let credentials: Promise<Headers> | undefined
    return async (method: string, path: string, { headers, ...rest }: RestRequest = {}) =>
      send(method, path, {
        ...rest,
        headers: { ...(await (credentials ??= credentialsOf(user))), ...headers },
      })
  }
  return { send, callAs }
}
