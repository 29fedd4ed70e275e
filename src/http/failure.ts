import type { RequestRecord } from '../request/record.js'
import type { ErrorStatus, HttpError } from './http-error.js'

/** The error code of each status in the log and in metrics: the same as in GraphQL if GraphQL has this error. */
// prettier-ignore
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  410: 'REMOVED',
  418: 'TEAPOT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNAVAILABLE',
} as const satisfies Record<ErrorStatus, string>

/** The code in the log and in metrics of an error without fields. */
export const codeOf = (status: ErrorStatus) => codes[status]

/** Adds the error of a response to the request's record, for the log and the metrics. */
export function recordFailure(
  record: RequestRecord,
  { status, message, errors, refusal, code }: HttpError,
): void {
  record.refusal ??= refusal
  if (errors.length > 0) record.failFields(errors)
  else record.fail([code ?? codeOf(status)], status === 400 ? message : undefined)
}
