import { Client, type Exchange, fetchExchange } from '@urql/core'
import { authExchange } from '@urql/exchange-auth'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { keys } from './cache/graphcache-keys.js'
import { RENAME_SITE, SITES } from './documents.js'
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
  })
}

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
