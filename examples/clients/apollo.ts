import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  HttpLink,
  InMemoryCache,
} from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { relayStylePagination } from '@apollo/client/utilities'
import { from, switchMap } from 'rxjs'
import { possibleTypes, typePolicies } from './cache/apollo-policies.js'
import { RENAME_SITE, SITES } from './documents.js'
import type { Session } from './session.js'

export function createApolloClient(session: Session, ...links: ApolloLink[]): ApolloClient {
  const refresh = new ErrorLink(({ error, operation, forward }) => {
    const isExpired =
      CombinedGraphQLErrors.is(error) &&
      error.errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')
    if (!isExpired) return
    const { accessToken } = operation.getContext() as { accessToken: string }
    return from(session.refresh(accessToken)).pipe(switchMap(() => forward(operation)))
  })
  const authorize = new SetContextLink(() => ({
    accessToken: session.accessToken,
    headers: { authorization: `Bearer ${session.accessToken}` },
  }))
  return new ApolloClient({
    link: ApolloLink.from([refresh, authorize, ...links, new HttpLink({ uri: session.url })]),
    // Pages of one list are joined; lists with other filters or orders are separate.
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: {
        ...typePolicies,
        Query: { fields: { sites: relayStylePagination(['filter', 'orderBy']) } },
      },
    }),
  })
}

/** Reads page after page into the cache. In React, `useQuery` returns the same `fetchMore`. */
export async function readSites(client: ApolloClient): Promise<string[]> {
  const list = client.watchQuery({ query: SITES })
  let { data: page } = await client.query({ query: SITES })
  while (page?.sites.pageInfo.hasNextPage) {
    const { endCursor: after } = page.sites.pageInfo
    page = (await list.fetchMore({ variables: { after } })).data
  }
  return client.readQuery({ query: SITES })?.sites.edges.map(({ node }) => node.name) ?? []
}

/** Returns the errors to show beside the fields of a form. Other errors are thrown. */
export async function renameSite(client: ApolloClient, id: string, name: string) {
  const { data } = await client.mutate({
    mutation: RENAME_SITE,
    variables: { input: { id, name } },
  })
  return data?.updateSite?.userErrors ?? []
}
