import { isDatabaseUnavailable } from '../db/unavailable.js'

/**
 * Whether an error is of the parser of `@fastify/multipart`: the form is malformed, or ends too early. Its errors are plain ones; those
 * of `@fastify/multipart` itself have a status.
 */
export const isMalformedForm = (error: unknown): boolean =>
  error instanceof Error &&
  Object.getPrototypeOf(error) === Error.prototype &&
  !('statusCode' in error || 'code' in error) &&
  !isDatabaseUnavailable(error)

export const MALFORMED_FORM = 'The body is not well-formed multipart/form-data.'
