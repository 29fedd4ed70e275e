import type { DomainErrorCode } from '../domain/errors.js'

/** Every status of an error response. 418 is the response to the method `BREW`, on any path. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 410 | 418 | 429 | 500 | 503

/** The HTTP status of each domain error. */
// prettier-ignore
export const statuses = {
  INVALID:         400,
  UNAUTHENTICATED: 401,
  FORBIDDEN:       403,
  NOT_FOUND:       404,
  REMOVED:         410,
  THROTTLED:       429,
} as const satisfies Record<DomainErrorCode, ErrorStatus>
