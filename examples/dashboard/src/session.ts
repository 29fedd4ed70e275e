import type { ApolloClient, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { createApolloClient } from '../../clients/apollo.js'
import { Session } from '../../clients/session.js'

export const API_URL = import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:4000'

/** Signs in, and returns a client that refreshes its token. `onEnd` is called if the user must sign in again. */
export async function signIn(
  username: string,
  password: string,
  onEnd: () => void,
): Promise<ApolloClient> {
  const session = new ObservedSession(`${API_URL}/graphql`, onEnd)
  await session.signIn(username, password)
  const client = createApolloClient(session)
  const cache = client.cache as InMemoryCache
  cache.policies.addTypePolicies({
    Site: { fields: { zones: relayStylePagination() } },
    Zone: { fields: { assets: relayStylePagination() } },
    // An address has no id: without `merge`, a query that selects only the city would remove the street from the cache.
    Address: { merge: true },
  })
  return client
}

class ObservedSession extends Session {
  constructor(
    url: string,
    private readonly onEnd: () => void,
  ) {
    super(url)
  }

  override async refresh(rejected: string): Promise<void> {
    try {
      await super.refresh(rejected)
    } catch (error) {
      // Not if the service is unavailable: then a later refresh may succeed.
      if (error instanceof Error && error.cause === 'UNAUTHENTICATED') this.onEnd()
      throw error
    }
  }
}
