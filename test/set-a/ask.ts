import { createDocument } from '../../src/set-a/openapi.js'
import type { Domain } from '../../src/domain/domain.js'
import { conformanceTo } from '../support/conform.js'
import { service } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'

export interface Asking {
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer is whatever was asked for
  readonly body: any
}

const expectConform = conformanceTo(createDocument())

/** Sends a request as it stands, without credentials of its own. Every answer is held against the OpenAPI document. */
export async function send(
  method: string,
  path: string,
  { query, body, headers = {} }: Asking = {},
): Promise<Answer> {
  const url = new URL(path, await service())
  if (query) url.search = new URLSearchParams(query).toString()
  const plain = body instanceof FormData || body instanceof URLSearchParams || body === undefined
  const response = await fetch(url, {
    method,
    headers: { ...(!plain && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: plain ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? undefined : (JSON.parse(text) as unknown)
  expectConform(method, url.pathname, response.status, answer)
  return { status: response.status, headers: response.headers, body: answer }
}

/** The credentials of a user, in this set. */
export async function bearerOf(domain: Domain): Promise<{ authorization: string }> {
  const { accessToken } = await newSession(domain, 'set_a')
  return { authorization: `Bearer ${accessToken}` }
}

/** Asks as the user through whose eyes a domain is seen. */
export function asking(domain: Domain) {
  let bearer: Promise<{ authorization: string }> | undefined
  return async (method: string, path: string, { headers, ...rest }: Asking = {}) =>
    send(method, path, {
      ...rest,
      headers: { ...(await (bearer ??= bearerOf(domain))), ...headers },
    })
}
