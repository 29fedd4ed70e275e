import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../src/domain/domain.js'
import { service } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'
import { expectConform } from './conform.js'

export type Headers = Readonly<Record<string, string>>

export interface Asking {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Headers
}

export interface Answer {
  readonly status: number
  readonly headers: globalThis.Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer is whatever was asked for
  readonly body: any
}

/** Sends a request as it stands, without credentials of its own. Every answer is held against the OpenAPI document. */
export async function send(
  method: string,
  path: string,
  { query, body, headers = {} }: Asking = {},
): Promise<Answer> {
  const url = new URL(path, await service())
  if (query) url.search = new URLSearchParams(query).toString()
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status } = response
  const answer = text === '' ? undefined : (JSON.parse(text) as unknown)
  expectConform(method, url.pathname, status, answer)
  return { status, headers: response.headers, body: answer }
}

/** A new API key of the company through whose admin's eyes the domain is seen. */
export async function newKey(admin: Domain): Promise<string> {
  const { key } = await createApiKey(admin, { name: 'Test' })
  return key
}

/** A new token of this set for the user through whose eyes the domain is seen. */
export async function newToken(domain: Domain): Promise<string> {
  const { accessToken } = await newSession(domain, 'set_b')
  return accessToken
}

/** A pair of credentials of a user. */
export async function pairOf(domain: Domain): Promise<Headers> {
  const admin: Domain = { ...domain, viewer: { ...domain.viewer, role: 'admin' } }
  return { 'x-api-key': await newKey(admin), 'x-api-token': await newToken(domain) }
}

/** Asks as the user through whose eyes a domain is seen. */
export function asking(domain: Domain) {
  let pair: Promise<Headers> | undefined
  return async (method: string, path: string, { headers, ...rest }: Asking = {}) =>
    send(method, path, { ...rest, headers: { ...(await (pair ??= pairOf(domain))), ...headers } })
}

export const PAGE = { pageSize: '10', pageIndex: '0' }
