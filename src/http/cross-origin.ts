import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The origins whose pages may read responses: all, those of this machine, or a list. */
export type Origins = '*' | 'loopback' | readonly string[]

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Headers of responses that scripts may read. They can always read the content type and length. */
const EXPOSED = [
  'allow',
  'content-disposition',
  'date',
  'etag',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-query-cost',
  'x-query-cost-limit',
  'x-query-cost-remaining',
  'x-request-id',
]

/** How long a browser caches the response to a preflight request. Chromium's maximum. */
const MAX_AGE_SECONDS = 7200

/**
 * Lets pages of other origins read responses. Responds to their preflight requests, which have no credentials, before
 * the hooks of the APIs: rate limits, maintenance and overload do not apply to them. Cookies are never sent:
 * credentials are headers.
 */
export async function allowOrigins(app: FastifyInstance, origins: Origins): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    // If `Origin` is absent or not allowed, the request is handled as if there were no CORS.
    origin: (origin, done) => {
      done(null, origin !== undefined && isAllowed(origins, origin))
    },
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  })
}

function isAllowed(origins: Origins, origin: string): boolean {
  if (origins === '*') return true
  return origins === 'loopback' ? LOOPBACK.test(origin) : origins.includes(origin)
}
