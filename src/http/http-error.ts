import { findReadTimeout, isBusy, isDatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.js'
import {
  DomainError,
  type DomainErrorCode,
  MaintenanceError,
  type ValidationError,
} from '../domain/errors.js'
import type { Refusal } from '../request/record.js'

/** Every status of an error response. 418 is the response to the method `BREW`, on any path. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 410 | 418 | 429 | 500 | 503

/** The HTTP status of each domain error. */
// prettier-ignore
const statuses = {
  INVALID:         400,
  UNAUTHENTICATED: 401,
  FORBIDDEN:       403,
  NOT_FOUND:       404,
  REMOVED:         410,
  THROTTLED:       429,
  OVERLOADED:      503,
} as const satisfies Record<DomainErrorCode, ErrorStatus>

interface Details {
  readonly headers?: Readonly<Record<string, string>>
  /** The paths of these errors are paths in the request. */
  readonly errors?: readonly ValidationError[]
  readonly refusal?: Refusal | undefined
  /** The code of the error, if the status alone does not say which error it is. */
  readonly code?: 'QUERY_TIMEOUT'
}

/** An error response. Each REST API formats its body. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly ValidationError[]
  readonly refusal: Refusal | undefined
  readonly code: Details['code']

  constructor(
    readonly status: ErrorStatus,
    message: string,
    { headers = {}, errors = [], refusal, code }: Details = {},
  ) {
    super(message)
    this.code = code
    this.headers = headers
    this.errors = errors
    this.refusal = refusal
  }
}

/** The response to a request whose path matches no operation. */
export const pathNotFound = () => new HttpError(404, 'There is nothing here.')

/** The response to any error. An unexpected error is a 500 without details. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof DomainError) return fromDomainError(error)
  const timeout = findReadTimeout(error)
  // Without `Retry-After`: a retry would probably take as long.
  if (timeout) return new HttpError(503, timeout.message, { code: 'QUERY_TIMEOUT' })
  const { statusCode: status } = error as { statusCode?: number }
  if (status === 503 || (status === undefined && isDatabaseUnavailable(error))) {
    const headers = { 'retry-after': String(RETRY_AFTER) }
    const maintenance = error instanceof MaintenanceError
    const message = maintenance ? error.message : 'The service is temporarily unavailable.'
    return new HttpError(503, message, {
      headers,
      refusal: isBusy(error) ? 'overload' : undefined,
    })
  }
  if (status === 429) return new HttpError(429, (error as Error).message)
  if (status !== undefined && status >= 400 && status < 500) {
    return new HttpError(400, (error as Error).message)
  }
  return new HttpError(500, 'Something went wrong on our side.')
}

function fromDomainError({ code, message, errors, retryAfter, limit }: DomainError): HttpError {
  const headers: Record<string, string> = {}
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer'
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (retryAfter !== undefined && limit !== undefined) {
    headers['ratelimit-limit'] = String(limit)
    headers['ratelimit-remaining'] = '0'
    headers['ratelimit-reset'] = String(retryAfter)
  }
  const refusal = code === 'OVERLOADED' ? 'overload' : undefined
  return new HttpError(statuses[code], message, { headers, errors, refusal })
}

export type Path = ValidationError['path']

/**
 * Translates the path of a domain error into a path in the body. `names` maps field names of the domain to those of the
 * body.
 */
export const errorPathOf =
  (names: Readonly<Record<string, string>>) =>
  ([first = '', ...rest]: Path): Path => [names[first] ?? first, ...rest]
