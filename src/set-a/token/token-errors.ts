import { z } from 'zod'
import { type ErrorStatus, HttpError } from '../../http/http-error.js'
import { messageOf } from '../validation-messages.js'

export const TOKEN_PATH = '/oauth/token'

/**
 * The error of RFC 6749, 5.2, with Laravel's `message`. `temporarily_unavailable` is from 4.1.2.1: 5.2 has no code for
 * a rate limit or for a service that cannot answer now.
 */
export const TokenError = z
  .strictObject({
    error: z.enum([
      'invalid_request',
      'unsupported_grant_type',
      'invalid_client',
      'invalid_grant',
      'temporarily_unavailable',
    ]),
    error_description: z.string(),
    message: z.string(),
  })
  .meta({ id: 'TokenError' })

type Code = z.output<typeof TokenError>['error']

/** An error that has a code in RFC 6749. */
export class TokenHttpError extends HttpError {
  constructor(
    status: 400 | 401,
    readonly error: Code,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(status, message, { headers })
  }
}

/** The codes of errors that are not a `TokenHttpError`. */
const codes: Partial<Record<ErrorStatus, Code>> = {
  400: 'invalid_request',
  405: 'invalid_request',
  406: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
}

/** The body of an error of the token endpoint; undefined if it has no code. `message` replaces that of the error. */
export function formatTokenError(
  httpError: HttpError,
  message = httpError.message,
): z.output<typeof TokenError> | undefined {
  if (httpError instanceof TokenHttpError) return bodyOf(httpError.error, httpError.message)
  const code = codes[httpError.status]
  const [first] = httpError.errors
  return code && bodyOf(code, first ? messageOf(first) : message)
}

const bodyOf = (error: Code, message: string) => ({
  error,
  error_description: message,
  message,
})
