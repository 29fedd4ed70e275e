import { z } from 'zod'
import { HttpError } from '../../http/http-error.js'
import { messageOf } from '../validation-messages.js'

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

/** The body of an error of the token endpoint; undefined if RFC 6749 has no code for it. */
export function formatTokenError(httpError: HttpError): z.output<typeof TokenError> | undefined {
  if (httpError instanceof TokenHttpError) return bodyOf(httpError.error, httpError.message)
  const [first] = httpError.errors
  if (httpError.status !== 400) return undefined
  return bodyOf('invalid_request', first ? messageOf(first) : httpError.message)
}

const bodyOf = (error: Code, message: string) => ({
  error,
  error_description: message,
  message,
})
