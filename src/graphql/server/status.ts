import type { GraphQLRequestContextWillSendResponse } from '@apollo/server'
import { type GraphQLFormattedError, OperationTypeNode } from 'graphql'
import Negotiator from 'negotiator'
import type { Context } from '../context.js'
import { errorCodeRow } from '../error-codes.js'

/**
 * Whether the client's `Accept` header names `application/json` and prefers it to `application/graphql-response+json`.
 * A client that accepts any type gets `application/json` too, but with the status of the error.
 */
function wantsJson(accept: string | undefined): boolean {
  const types = ['application/json', 'application/graphql-response+json']
  return (
    accept?.includes('application/json') === true &&
    new Negotiator({ headers: { accept } }).mediaType(types) === types[0]
  )
}

/** Sets the HTTP status and headers of a response with errors, and adds the request's id to internal errors. */
export function setStatus({
  request,
  response: { body, http },
  operation,
  contextValue: {
    request: { id },
  },
}: GraphQLRequestContextWillSendResponse<Context>): void {
  if (body.kind !== 'single' || !body.singleResult.errors) return
  const errors = body.singleResult.errors.map((error) => withRequestId(error, id))
  body.singleResult.errors = errors

  // The status stays 200 if one of several mutations succeeded, so that clients do not retry the request.
  const hasData = Object.values(body.singleResult.data ?? {}).some((value) => value !== null)
  if (operation?.operation === OperationTypeNode.MUTATION && hasData) return
  const codes = errors
    .map(({ extensions }) => extensions?.['code'])
    .filter((each) => !(each === 'FORBIDDEN' && hasData))
  const code = codes.find((each) => errorCodeRow(each)?.status)
  const status = errorCodeRow(code)?.status
  if (status) http.status = status
  const isOkInJson = codes.every((each) => errorCodeRow(each)?.isOkInJson)
  if (isOkInJson && wantsJson(request.http?.headers.get('accept'))) http.status = 200
  if (code === 'UNAUTHENTICATED') http.headers.set('www-authenticate', 'Bearer')
  const retryAfter = errors
    .map(({ extensions }) => extensions?.['retryAfter'])
    .find((seconds) => typeof seconds === 'number')
  if (retryAfter !== undefined) http.headers.set('retry-after', String(retryAfter))
}

/** Adds the request's id to an internal error, so that it can be found in the log. */
const withRequestId = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError =>
  error.extensions?.['code'] === 'INTERNAL_SERVER_ERROR'
    ? { ...error, extensions: { ...error.extensions, requestId } }
    : error
