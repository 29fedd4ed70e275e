import type { DomainErrorCode } from '../domain/errors.js'

/** Every status of a REST answer that is not the one asked for; 418 is answered where no operation is. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 410 | 418 | 429 | 500 | 503

/** What the domain refuses, in HTTP. */
// prettier-ignore
export const statuses = {
  INVALID:         400,
  UNAUTHENTICATED: 401,
  FORBIDDEN:       403,
  NOT_FOUND:       404,
  REMOVED:         410,
  THROTTLED:       429,
} as const satisfies Record<DomainErrorCode, ErrorStatus>
