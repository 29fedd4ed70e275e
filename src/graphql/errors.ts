import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isDatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.js'
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

/** A request that GraphQL can make nothing of. */
export const badRequest = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })

/** A request for more than is answered at once. */
export const tooComplex = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } })

/** What was thrown, out of whatever GraphQLErrors executors wrapped it in. One with a code says what it is. */
function causeOf(thrown: unknown): unknown {
  if (!(thrown instanceof GraphQLError) || !thrown.originalError) return thrown
  return thrown.extensions['code'] === undefined ? causeOf(thrown.originalError) : thrown
}

/** Whether an error is nothing that a client did: a fault of the database, or a bug of ours. */
export function isOurs(thrown: unknown): boolean {
  const cause = causeOf(thrown)
  if (cause instanceof DomainError) return false
  if (!(cause instanceof GraphQLError)) return true
  return cause.extensions['code'] === undefined && !isBadRequest(cause)
}

/** Apollo gives no code to what it says of a stored query that does not fit its hash. */
function isBadRequest({ extensions }: GraphQLError): boolean {
  const http = extensions['http'] as { readonly status?: number } | undefined
  return http?.status === 400
}

/**
 * What a client sees of an error. What the domain refuses keeps its message; a database out of reach is UNAVAILABLE;
 * anything else that the client did not do is a bug, and says nothing.
 */
export function maskError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const cause = causeOf(thrown)
  const { path, locations } = formatted
  const place = { ...(locations && { locations }), ...(path && { path }) }
  if (cause instanceof DomainError) return { ...refusal(cause), ...place }
  if (isDatabaseUnavailable(cause)) {
    const extensions = { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER }
    return { message: 'The service is temporarily unavailable.', ...place, extensions }
  }
  const code = formatted.extensions?.['code']
  if (code === 'GRAPHQL_PARSE_FAILED' && !formatted.message.startsWith('Syntax Error')) {
    // The parser ran out of stack.
    const { message, extensions } = tooComplex('The document nests too deeply.')
    return { message, extensions: { code: extensions['code'] } }
  }
  if (code !== 'INTERNAL_SERVER_ERROR') return formatted
  if (cause instanceof GraphQLError && isBadRequest(cause)) {
    return { message: cause.message, ...place, extensions: { code: 'BAD_REQUEST' } }
  }
  const extensions = { code: 'INTERNAL_SERVER_ERROR' }
  return { message: 'Something went wrong on our side.', ...place, extensions }
}

function refusal({ message, code, problems, retryAfter }: DomainError) {
  const [problem] = problems
  const extensions = {
    code: codes[code],
    ...(problem && { argument: problem.path.join('.') }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
  return { message: problem?.message ?? message, extensions }
}
