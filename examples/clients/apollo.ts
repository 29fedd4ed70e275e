import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  HttpLink,
  InMemoryCache,
  Observable,
} from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode, print } from 'graphql'
import { createClient } from 'graphql-sse'
import { from, switchMap } from 'rxjs'
import { possibleTypes, typePolicies } from './cache/apollo-policies.js'
import { idOf } from './document-id.js'
import { FOLLOW_SITES, RENAME_SITE, SITES } from './documents.js'
import { follow } from './follow.js'
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
    link: ApolloLink.from([
      refresh,
      authorize,
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        eventsFrom(session.url),
        ApolloLink.from([...links, new HttpLink({ uri: session.url })]),
      ),
    ]),
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

/** Subscriptions are server-sent events, for which Apollo Client has no link of its own. */
const eventsFrom = (url: string) =>
  new ApolloLink(({ query, variables, operationName, getContext }) => {
    const { headers } = getContext() as { headers: Record<string, string> }
    const client = createClient({ url, headers, retryAttempts: 0 })
    const request = {
      documentId: idOf(query),
      query: print(query),
      variables,
      ...(operationName && { operationName }),
    }
    return new Observable((observer) =>
      client.subscribe(request, {
        next: (result) => {
          observer.next(result as ApolloLink.Result)
        },
        error: (error) => {
          observer.error(error)
        },
        complete: () => {
          observer.complete()
        },
      }),
    )
  })

/** Calls `onChange` with the name of each site that changes: the cache has it already. In React, a component calls this in an effect. */
export const followSites = (client: ApolloClient, onChange: (name?: string) => void) =>
  follow({
    open: (after, { onCursor, onEnd }) => {
      const events = client.subscribe({ query: FOLLOW_SITES, variables: { after: after ?? null } })
      const subscription = events.subscribe({
        next: ({ data, error, extensions }) => {
          const change = data?.siteChanged
          const cursor = change?.cursor ?? (extensions?.['cursor'] as string | undefined)
          if (CombinedGraphQLErrors.is(error)) onEnd(codeOf(error))
          else if (cursor !== undefined) onCursor(cursor)
          if (change) onChange(change.site?.name)
        },
        error: () => {
          onEnd()
        },
        complete: () => {
          onEnd()
        },
      })
      return () => {
        subscription.unsubscribe()
      }
    },
    onResync: () => void client.refetchQueries({ include: 'active' }),
  })

const codeOf = ({ errors: [first] }: CombinedGraphQLErrors) =>
  first?.extensions?.['code'] as string | undefined

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
