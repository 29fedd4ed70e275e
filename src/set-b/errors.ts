import { z } from 'zod'
import type { ValidationErrorCode } from '../domain/errors.js'
import type { ErrorStatus, HttpError } from '../http/http-error.js'

/** The `code` of an error response, by its status. */
// prettier-ignore
export const errorCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  410: 'GONE',
  418: 'TEAPOT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  503: 'UNAVAILABLE',
} as const satisfies Record<ErrorStatus, string>

/** For missing and for invalid credentials: the response must not reveal which. */
const UNAUTHORIZED =
  'Valid credentials are required: an API key in the header x-api-key and, except for the login, a token in x-api-token.'

/** The body of every error response. It has `errors` only if fields of the request are invalid. */
export const formatError = (
  { status, message, errors, code }: HttpError,
  { id }: { id: string },
) => ({
  status,
  code: code ?? errorCodes[status],
  message: status === 401 ? UNAUTHORIZED : message,
  ...(status === 400 &&
    errors.length > 0 && {
      errors: errors.map(({ path, code, message }) => ({
        field: path.join('.') || 'body',
        code,
        message,
      })),
    }),
  requestId: id,
})

const fieldErrorCodes = [
  'REQUIRED',
  'INVALID',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'NOT_FOUND',
  'TAKEN',
  'NOT_ALLOWED',
  'WRONG_STATE',
  'STALE',
  'IN_USE',
] as const satisfies readonly ValidationErrorCode[]

/** The schema of what `formatError` returns. */
export const ErrorBody = z
  .strictObject({
    status: z.int().describe('The HTTP status.'),
    code: z.enum([...Object.values(errorCodes), 'QUERY_TIMEOUT']),
    message: z.string().describe('A sentence for the end user.'),
    errors: z
      .array(
        z.strictObject({
          field: z
            .string()
            .describe(
              'The parameter, the path into the body, such as `address.timezone`, or `body` if the body is not an object.',
            ),
          code: z.enum(fieldErrorCodes),
          message: z.string(),
        }),
      )
      .optional()
      .describe('The errors by field; only with 400.'),
    requestId: z
      .string()
      .describe('The request’s id in the service’s log; also in `X-Request-Id`.'),
  })
  .meta({ id: 'Error' })
