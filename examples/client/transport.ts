import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import {
  ForbiddenError,
  InvalidInputError,
  RequestError,
  type ResponseError,
  UnauthenticatedError,
  UnavailableError,
} from './errors.js'

export interface Transport {
  readonly url: string
  /** The time limit of an attempt, response included. */
  readonly timeoutMs: number
  readonly onResponse?: ((response: Response) => void) | undefined
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly ResponseError[]
}

/** Statuses of the service or a proxy after which a retry may succeed. */
export const TEMPORARY = [408, 429, 502, 503, 504]

/** The code of a request that reads longer than the service allows. Its status is 503, but a retry would probably fail too. */
const QUERY_TIMEOUT = 'QUERY_TIMEOUT'

const ERRORS = {
  UNAUTHENTICATED: UnauthenticatedError,
  FORBIDDEN: ForbiddenError,
  BAD_USER_INPUT: InvalidInputError,
} as const

/** Sends a document once. Rejects with a `RequestError`, or with the reason of `signal`. */
export async function send<Data, Variables>(
  { url, timeoutMs, onResponse }: Transport,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Data> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: print(document), variables }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  try {
    const response = await fetch(url, request)
    onResponse?.(response)
    return dataOf(response, await response.text()) as Data
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof RequestError) throw cause
    const message = `No response from ${url}: ${reasonOf(cause)}`
    throw new UnavailableError([{ message }], 0, undefined, { cause })
  }
}

function dataOf({ status, headers }: Response, text: string): unknown {
  const { data, errors } = parse(text)
  const isTooSlow = errors?.some(({ extensions }) => extensions?.code === QUERY_TIMEOUT)
  if (TEMPORARY.includes(status) && !isTooSlow) {
    throw new UnavailableError(errors ?? [], status, retryAfterMs(headers.get('retry-after')))
  }
  if (errors || data == null) throw errorOf(errors ?? [], status)
  return data
}

/** A proxy may respond with a page of its own, which is not JSON. */
function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function errorOf(errors: readonly ResponseError[], status: number): RequestError {
  const code = errors[0]?.extensions?.code ?? ''
  const ErrorClass = code in ERRORS ? ERRORS[code as keyof typeof ERRORS] : RequestError
  return new ErrorClass(errors, status)
}

/** `Retry-After` has seconds or a date. */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** `fetch` rejects with "fetch failed"; its cause says why. */
export function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown }
  const { message, code } = cause as { message?: string; code?: string }
  return message || (code ?? String(cause))
}
