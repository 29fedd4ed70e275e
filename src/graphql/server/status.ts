import type { ApolloServerPlugin } from '@apollo/server'
import { type GraphQLFormattedError, OperationTypeNode } from 'graphql'
import Negotiator from 'negotiator'
import type { Context } from '../context.js'

/** The HTTP status of a response, by the code of one of its errors. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
}

/** Errors for which GraphQL over HTTP wants the status 200 in a response of the type `application/json`. */
const requestErrors = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']

/**
 * Whether the client asks for `application/json` by name, before `application/graphql-response+json`. Others get that type
 * too if they accept anything, but with the status of the error.
 */
function wantsJson(accept: string | undefined): boolean {
  const types = ['application/json', 'application/graphql-response+json']
  return (
    accept?.includes('application/json') === true &&
    new Negotiator({ headers: { accept } }).mediaType(types) === types[0]
  )
}

/** Sets the HTTP status and headers of responses with errors. */
export const answerStatus: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ request, response: { body, http }, operation, contextValue }) => {
        if (body.kind !== 'single' || !body.singleResult.errors) return Promise.resolve()
        const errors = body.singleResult.errors.map((error) => traceable(error, contextValue))
        body.singleResult.errors = errors

        // The status stays 200 if some mutation succeeded, so that clients do not retry the request.
        if (
          operation?.operation === OperationTypeNode.MUTATION &&
          hasData(body.singleResult.data)
        ) {
          return Promise.resolve()
        }
        const codes = errors.map(({ extensions }) => String(extensions?.['code']))
        const code = codes.find((each) => each in statuses)
        if (code !== undefined) http.status = statuses[code] ?? 200
        if (
          codes.every((each) => requestErrors.includes(each)) &&
          wantsJson(request.http?.headers.get('accept'))
        ) {
          http.status = 200
        }
        if (code === 'UNAUTHENTICATED') http.headers.set('www-authenticate', 'Bearer')
        const seconds = errors.find(({ extensions }) => extensions?.['retryAfter'] !== undefined)
        if (seconds) http.headers.set('retry-after', String(seconds.extensions?.['retryAfter']))
        return Promise.resolve()
      },
    }),
}

const hasData = (data: unknown) => Object.values(data ?? {}).some((value) => value !== null)

/** Adds the request's id to an internal error, to find it in the log. */
const traceable = (error: GraphQLFormattedError, { requestId }: Context): GraphQLFormattedError =>
  error.extensions?.['code'] === 'INTERNAL_SERVER_ERROR'
    ? { ...error, extensions: { ...error.extensions, requestId } }
    : error
