import type { GraphQLRequestContextWillSendResponse } from '@apollo/server'
import type { Context } from '../context.js'

/** The mutations whose payload has a token or an API key. */
export const TOKEN_MUTATIONS: readonly string[] = ['createApiKey', 'login', 'refreshToken']

/**
 * Marks a response with a token: neither the service nor a proxy compresses it. The length of a compressed response may
 * reveal parts of a token (BREACH).
 */
export function forbidCompression({
  response: { http },
  contextValue: { preparation },
}: GraphQLRequestContextWillSendResponse<Context>): void {
  const fields = preparation?.request?.operation.rootFields ?? []
  if (fields.some((field) => TOKEN_MUTATIONS.includes(field))) {
    http.headers.set('cache-control', 'no-store, no-transform')
  }
}
