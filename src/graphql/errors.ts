import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { findReadTimeout, isBusy, isDatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.js'
import { isDeletedPosition } from '../domain/audit/audit-entry-listing.js'
import { DomainError, type DomainErrorCode, MaintenanceError } from '../domain/errors.js'
import type { ErrorCode } from './error-codes.js'

// prettier-ignore
const codes = {
  INVALID:         'BAD_USER_INPUT',
  NOT_FOUND:       'BAD_USER_INPUT',
  REMOVED:         'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  FORBIDDEN:       'FORBIDDEN',
  THROTTLED:       'RATE_LIMITED',
  OVERLOADED:      'UNAVAILABLE',
} as const satisfies Record<DomainErrorCode, ErrorCode>

/** The extensions of an error, with its code. */
export const withCode = (code: ErrorCode, more: object = {}) => ({ code, ...more })

const CURSOR_EXPIRED = {
  message:
    'Entries after this cursor have been deleted. Read the lists again, then follow the log.',
  extensions: withCode('CURSOR_EXPIRED'),
}

const REFUSED = { http: { status: 400 } }

/** The error for an invalid argument outside of a mutation's input. */
export const badInput = (message: string, argument: string) =>
  new GraphQLError(message, { extensions: withCode('BAD_USER_INPUT', { argument }) })

/** The error for a client whose copy of the records cannot be brought up to date with the feed of changes. */
export const resync = (reason: string) =>
  new GraphQLError(`${reason} Read the lists again, then follow the changes from a new cursor.`, {
    extensions: withCode('RESYNC'),
  })

/** The error of a stream that ends because of the maintenance. */
export const maintenance = () =>
  new GraphQLError(new MaintenanceError().message, {
    extensions: withCode('UNAVAILABLE', { retryAfter: RETRY_AFTER }),
  })

/** The error for a request that is not valid GraphQL over HTTP. */
export const badRequest = (message: string) =>
  new GraphQLError(message, { extensions: withCode('BAD_REQUEST', REFUSED) })

/** The error for a request that exceeds a limit on its size or cost. */
export const tooComplex = (message: string) =>
  new GraphQLError(message, { extensions: withCode('QUERY_TOO_COMPLEX', REFUSED) })

/** Unwraps a thrown error from the GraphQLErrors that graphql-js adds. An error with a code is not unwrapped. */
function causeOf(thrown: unknown): unknown {
  if (!(thrown instanceof GraphQLError) || !thrown.originalError) return thrown
  return thrown.extensions['code'] === undefined ? causeOf(thrown.originalError) : thrown
}

/** Whether the server, not the client, caused an error: the database failed, or the code has a bug. */
export function isServerError(thrown: unknown): boolean {
  const cause = causeOf(thrown)
  if (cause instanceof DomainError || isDeletedPosition(cause)) return false
  if (!(cause instanceof GraphQLError)) return true
  return cause.extensions['code'] === undefined && !isBadRequest(cause)
}

/** Whether the service refused work because too much of it waits. */
export function isOverload(thrown: unknown): boolean {
  const cause = causeOf(thrown)
  return isBusy(cause) || (cause instanceof DomainError && cause.code === 'OVERLOADED')
}

/** Apollo's error for a persisted query with a wrong hash has an HTTP status, but no code. */
function isBadRequest({ extensions }: GraphQLError): boolean {
  const http = extensions['http'] as { readonly status?: number } | undefined
  return http?.status === 400
}

/**
 * Formats an error for the client. Domain errors keep their message; if the database is unavailable, the code is
 * UNAVAILABLE; any other server error is masked.
 */
export function maskError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const cause = causeOf(thrown)
  const { path, locations } = formatted
  const place = { ...(locations && { locations }), ...(path && { path }) }
  if (cause instanceof DomainError) return { ...formatDomainError(cause), ...place }
  const timeout = findReadTimeout(cause)
  if (timeout) return { message: timeout.message, ...place, extensions: withCode('QUERY_TIMEOUT') }
  if (isDeletedPosition(cause)) return { ...CURSOR_EXPIRED, ...place }
  if (isDatabaseUnavailable(cause)) {
    const extensions = withCode('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    return { message: 'The service is temporarily unavailable.', ...place, extensions }
  }
  const code = formatted.extensions?.['code']
  if (code === 'GRAPHQL_PARSE_FAILED' && !formatted.message.startsWith('Syntax Error')) {
    // The parser threw a RangeError: the stack overflowed.
    const { message, extensions } = tooComplex('The document nests too deeply.')
    return { message, extensions: { code: extensions['code'] } }
  }
  if (code !== 'INTERNAL_SERVER_ERROR') return formatted
  if (cause instanceof GraphQLError && isBadRequest(cause)) {
    return { message: cause.message, ...place, extensions: withCode('BAD_REQUEST') }
  }
  const extensions = withCode('INTERNAL_SERVER_ERROR')
  return { message: 'Something went wrong on our side.', ...place, extensions }
}

function formatDomainError({ message, code, errors, retryAfter }: DomainError) {
  const [first] = errors
  const extensions = {
    code: codes[code],
    ...(first && { argument: first.path.join('.'), path: first.path.map(String) }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
  return { message: first?.message ?? message, extensions }
}
