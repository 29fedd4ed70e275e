import { createClient } from 'graphql-sse'
import type { GraphQLRequest } from './send.js'
import { headersAsUser, sendAsUser } from './session.js'

/** The results of a subscription, until the editor stops it. The events are those of a POST to `/graphql`. */
export async function* eventsOf(
  { query, variables, operationName }: GraphQLRequest,
  headers: Readonly<Record<string, string>>,
) {
  // Refreshes the access token if it has expired.
  await sendAsUser({ query: '{ viewer { role } }' }, headers)
  const client = createClient({
    url: '/graphql',
    headers: { ...headersAsUser(headers) },
    retryAttempts: 0,
  })
  yield* client.iterate<Record<string, unknown>, Record<string, unknown>>({
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    ...(operationName && { operationName }),
  })
}
