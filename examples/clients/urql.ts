import { Client, type Exchange, fetchExchange } from '@urql/core'
import { authExchange } from '@urql/exchange-auth'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { onEnd as onEndOf, pipe, subscribe } from 'wonka'
import { keys } from './cache/graphcache-keys.js'
import { FOLLOW_SITES, RENAME_SITE, SITES } from './documents.js'
import { follow } from './follow.js'
import type { Session } from './session.js'

export function createUrqlClient(session: Session, ...exchanges: Exchange[]): Client {
  let rejected = ''
  const auth = authExchange(async (utilities) => ({
    addAuthToOperation: (operation) =>
      utilities.appendHeaders(operation, { authorization: `Bearer ${session.accessToken}` }),
    didAuthError: ({ graphQLErrors }, { context }) => {
      const { headers } = context.fetchOptions as { headers: { authorization: string } }
      rejected = headers.authorization.slice('Bearer '.length)
      return graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')
    },
    refreshAuth: () => session.refresh(rejected),
  }))
  const cache = cacheExchange({
    keys,
    // Pages of one list are joined; lists with other filters or orders are separate.
    resolvers: { Query: { sites: relayPagination() } },
  })
  return new Client({
    url: session.url,
    exchanges: [cache, auth, ...exchanges, fetchExchange],
    preferGetMethod: false,
    // As server-sent events, by the same POST requests.
    fetchSubscriptions: true,
  })
}

/** Calls `onChange` with the name of each site that changes: the cache has it already. */
export const followSites = (client: Client, onChange: (name?: string) => void) =>
  follow({
    open: (after, { onCursor, onEnd }) => {
      const events = client.subscription(FOLLOW_SITES, { after: after ?? null })
      const subscription = pipe(
        events,
        onEndOf(() => {
          onEnd()
        }),
        subscribe(({ data, error, extensions }) => {
          const change = data?.siteChanged
          const cursor = change?.cursor ?? (extensions?.['cursor'] as string | undefined)
          if (error) onEnd(error.graphQLErrors[0]?.extensions['code'] as string | undefined)
          else if (cursor !== undefined) onCursor(cursor)
          if (change) onChange(change.site?.name)
        }),
      )
      return () => {
        subscription.unsubscribe()
      }
    },
    onResync: () => {
      // Read the queries of the screen again, with the request policy `network-only`.
    },
  })

/** Reads page after page: the cache returns all pages that it has. */
export async function readSites(client: Client): Promise<string[]> {
  let page = await readPage(client, null)
  while (page.pageInfo.hasNextPage) page = await readPage(client, page.pageInfo.endCursor ?? null)
  return page.edges.map(({ node }) => node.name)
}

async function readPage(client: Client, after: string | null) {
  const { data, error } = await client.query(SITES, { after })
  if (!data) throw error ?? new Error('The response has no data.')
  return data.sites
}

/** Returns the errors to show beside the fields of a form. Other errors are thrown. */
export async function renameSite(client: Client, id: string, name: string) {
  const { data, error } = await client.mutation(RENAME_SITE, { input: { id, name } })
  if (error) throw error
  return data?.updateSite?.userErrors ?? []
}
