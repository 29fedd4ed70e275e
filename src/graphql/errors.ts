import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isDatabaseUnavailable } from '../db/faults.js'
import { DomainError, type DomainErrorCode } from '../domain/errors.js'

// prettier-ignore
const codes = {
  INVALID:         'BAD_USER_INPUT',
  NOT_FOUND:       'BAD_USER_INPUT',
  REMOVED:         'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  FORBIDDEN:       'FORBIDDEN',
  THROTTLED:       'RATE_LIMITED',
} as const satisfies Record<DomainErrorCode, string>

/** A client's mistake outside a mutation's input. */
export const badInput = (message: string, argument: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', argument } })

/** Seconds after which a client may try again when the database was out of reach. */
export const RETRY_AFTER = 5

/** Whether an error is the client's to mend or to wait for: it is shown as it is, and not logged as a bug. */
const isTold = (code: unknown) => typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR'

/**
 * What a client sees of an error. What the domain refuses keeps its message; a database out of reach is UNAVAILABLE;
 * anything else is a bug and says nothing but the request's id. `report` is told of bugs and faults.
 */
export function maskError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
  report: (error: unknown) => void,
): GraphQLFormattedError {
  const error = unwrapResolverError(thrown)
  const place = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  }
  if (error instanceof DomainError) {
    const { message, code, problems, retryAfter } = error
    const [problem] = problems
    const extensions = {
      code: codes[code],
      ...(problem && { argument: problem.path.join('.') }),
      ...(retryAfter !== undefined && { retryAfter }),
    }
    return { message: problem?.message ?? message, ...place, extensions }
  }
  if (isDatabaseUnavailable(error)) {
    report(error)
    const extensions = { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER }
    return { message: 'The service is temporarily unavailable.', ...place, extensions }
  }
  if (error instanceof GraphQLError && isTold(formatted.extensions?.['code'])) {
    const { stacktrace: _, ...extensions } = formatted.extensions ?? {}
    return { ...formatted, extensions }
  }
  report(error)
  const extensions = { code: 'INTERNAL_SERVER_ERROR' }
  return { message: 'Something went wrong on our side.', ...place, extensions }
}
