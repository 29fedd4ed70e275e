import { z } from 'zod'
import type { ValidationErrorCode } from '../domain/errors.js'
import type { HttpError } from '../http/http-error.js'
import type { ErrorStatus } from '../http/status.js'

/** What a program tells errors apart by. */
// prettier-ignore
export const codes = {
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

/** The body of every answer that is an error. `errors` is there only where fields of the request are not valid. */
export const presentError = ({ status, message, errors }: HttpError, { id }: { id: string }) => ({
  status,
  code: codes[status],
  message,
  ...(status === 400 &&
    errors.length > 0 && {
      errors: errors.map(({ path, code, message }) => ({ field: path.join('.'), code, message })),
    }),
  requestId: id,
})

const problemCodes = [
  'REQUIRED',
  'INVALID',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'NOT_FOUND',
  'TAKEN',
  'NOT_ALLOWED',
  'WRONG_STATE',
  'IN_USE',
] as const satisfies readonly ValidationErrorCode[]

/** What `presentError` makes. */
export const ErrorAnswer = z
  .strictObject({
    status: z.int().describe('The HTTP status.'),
    code: z.enum(Object.values(codes)),
    message: z.string().describe('A sentence for a person.'),
    errors: z
      .array(
        z.strictObject({
          field: z
            .string()
            .describe('The parameter, or the path into the body: `address.timezone`.'),
          code: z.enum(problemCodes),
          message: z.string(),
        }),
      )
      .optional()
      .describe('What is wrong with which field; only with 400.'),
    requestId: z
      .string()
      .describe('Names the request in the service’s log; also in `X-Request-Id`.'),
  })
  .meta({ id: 'Error' })
