import type { IncomingHttpHeaders } from 'node:http'

/** The request header, and its name in errors. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** The idempotency key of a request; undefined if it has none. Of several, the first counts. */
export const idempotencyKeyIn = (headers: IncomingHttpHeaders): string | undefined =>
  [headers[IDEMPOTENCY_KEY.toLowerCase()]].flat()[0]
