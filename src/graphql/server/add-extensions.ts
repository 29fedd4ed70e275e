import type { GraphQLRequestContextWillSendResponse } from '@apollo/server'
import type { Context } from '../context.js'
import { responseExtensions, wantedExtensions } from '../operation/response-extensions.js'

/** Adds the extensions that a request asks for to its response. */
export function addExtensions(
  {
    request,
    response: { body },
    contextValue: {
      cost,
      session,
      request: { record },
    },
  }: GraphQLRequestContextWillSendResponse<Context>,
  showStatements: boolean,
): void {
  if (body.kind !== 'single') return
  const available = { cost, viewer: session?.viewer, use: record.database, showStatements }
  const extensions = responseExtensions(wantedExtensions(request.extensions), available)
  const { singleResult } = body
  if (extensions) singleResult.extensions = { ...singleResult.extensions, ...extensions }
}
