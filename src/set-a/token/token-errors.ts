import { z } from 'zod'
import { HttpError } from '../../http/http-error.js'
import { wordingOf } from '../validation-messages.js'

export const TOKEN_PATH = '/oauth/token'

/** RFC 6749, 5.2, with Laravel's `message`. */
export const TokenError = z
  .strictObject({
    error: z.enum(['invalid_request', 'unsupported_grant_type', 'invalid_client', 'invalid_grant']),
    error_description: z.string(),
    message: z.string(),
  })
  .meta({ id: 'TokenError' })

type Code = z.output<typeof TokenError>['error']

/** A request for a token that is refused, for a reason that the standard has a code for. */
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

/** The body that tells why there is no token; undefined where the standard has no words for it. */
export function presentTokenError(httpError: HttpError): z.output<typeof TokenError> | undefined {
  if (httpError instanceof TokenHttpError) return bodyOf(httpError.error, httpError.message)
  const [first] = httpError.errors
  if (httpError.status !== 400) return undefined
  return bodyOf('invalid_request', first ? wordingOf(first) : httpError.message)
}

const bodyOf = (error: Code, message: string) => ({
  error,
  error_description: message,
  message,
})
