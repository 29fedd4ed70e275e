import type { GraphQLRequestContextWillSendResponse } from '@apollo/server'
import type { Context } from '../context.js'

/** The mutations whose payload has a token, an API key, the address of a calendar, or the secret of a webhook. */
export const TOKEN_MUTATIONS: readonly string[] = [
  'createApiKey',
  'createCalendarLink',
  'createWebhook',
  'login',
  'refreshToken',
  'rotateWebhookSecret',
]

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
