import { createClient } from 'graphql-sse'
import {
  commitMutation,
  Environment,
  type FetchFunction,
  fetchQuery,
  graphql,
  type GraphQLResponse,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
  type SubscribeFunction,
} from 'relay-runtime'
import { follow, type Listener } from './follow.js'
import type { relayFollowSitesSubscription } from './generated/relay/relayFollowSitesSubscription.graphql.js'
import type { relayRenameSiteMutation } from './generated/relay/relayRenameSiteMutation.graphql.js'
import type { relaySitesQuery } from './generated/relay/relaySitesQuery.graphql.js'
import type { Session } from './session.js'

const sitesQuery = graphql`
  query relaySitesQuery($after: String) {
    sites(first: 20, after: $after) @connection(key: "relay_sites") {
      edges {
        node {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`
const followSitesSubscription = graphql`
  subscription relayFollowSitesSubscription($after: String) {
    siteChanged(after: $after) {
      cursor
      recordId
      action
      site {
        id
        name
      }
    }
  }
`
const renameSiteMutation = graphql`
  mutation relayRenameSiteMutation($input: UpdateSiteInput!) {
    updateSite(input: $input) {
      site {
        id
        name
      }
      userErrors {
        field
        message
      }
    }
  }
`

export function createRelayEnvironment(session: Session): Environment {
  const post = async (body: object, accessToken: string): Promise<GraphQLResponse> => {
    const response = await fetch(session.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    })
    return (await response.json()) as GraphQLResponse
  }
  const send: FetchFunction = async ({ id, text }, variables) => {
    const body = { documentId: id, query: text, variables }
    const { accessToken } = session
    const response = await post(body, accessToken)
    if (!isUnauthenticated(response)) return response
    await session.refresh(accessToken)
    return post(body, session.accessToken)
  }
  const subscribe: SubscribeFunction = ({ id, text }, variables, { metadata }) =>
    Observable.create((sink) => {
      const { accessToken } = session
      const headers = { authorization: `Bearer ${accessToken}` }
      const client = createClient({ url: session.url, headers, retryAttempts: 0 })
      const request = { documentId: id, query: text ?? '', variables }
      return client.subscribe(request, {
        next: (result) => {
          // `follow` opens the next stream with the new token.
          if (isUnauthenticated(result as GraphQLResponse)) void session.refresh(accessToken)
          // Relay passes no extensions on to `onNext`.
          const { cursor } = (result.extensions ?? {}) as { cursor?: string }
          if (cursor !== undefined) (metadata as Metadata | undefined)?.onCursor(cursor)
          sink.next(result as GraphQLResponse)
        },
        error: (error) => {
          sink.error(error as Error)
        },
        complete: () => {
          sink.complete()
        },
      })
    })
  return new Environment({
    network: Network.create(send, subscribe),
    store: new Store(new RecordSource()),
  })
}

/** What a subscription passes on to the network layer. */
type Metadata = Pick<Listener, 'onCursor'>

/** Calls `onChange` with the name of each site that changes: the store has it already. In React, `useSubscription` does this. */
export const followSites = (environment: Environment, onChange: (name?: string) => void) =>
  follow({
    open: (after, { onCursor, onEnd }) =>
      requestSubscription<relayFollowSitesSubscription>(environment, {
        subscription: followSitesSubscription,
        variables: { after: after ?? null },
        cacheConfig: { metadata: { onCursor } satisfies Metadata },
        onNext: (data) => {
          const change = data?.siteChanged
          if (!change) return
          onCursor(change.cursor)
          onChange(change.site?.name)
        },
        onError: (error) => {
          onEnd(codeOf(error))
        },
        onCompleted: () => {
          onEnd()
        },
      }).dispose,
    onResync: () => {
      // Read the queries of the screen again, with the fetch policy `network-only`.
    },
  })

/** Relay throws an error with the result whose errors it found. */
const codeOf = (error: Error) =>
  (error as { source?: { errors?: readonly { extensions?: { code?: string } }[] } }).source
    ?.errors?.[0]?.extensions?.code

const isUnauthenticated = (response: GraphQLResponse) =>
  'errors' in response &&
  (response.errors as { extensions?: { code?: string } }[] | undefined)?.some(
    ({ extensions }) => extensions?.code === 'UNAUTHENTICATED',
  )

/** Reads page after page: `@connection` joins them. In React, `usePaginationFragment` does this. */
export async function readSites(environment: Environment): Promise<string[]> {
  let page = await readPage(environment, null)
  while (page.pageInfo.hasNextPage) {
    page = await readPage(environment, page.pageInfo.endCursor ?? null)
  }
  return page.edges.map(({ node }) => node.name)
}

async function readPage(environment: Environment, after: string | null) {
  const query = fetchQuery<relaySitesQuery>(environment, sitesQuery, { after })
  const data = await query.toPromise()
  if (!data) throw new Error('The response has no data.')
  return data.sites
}

/** Returns the errors to show beside the fields of a form. Other errors are thrown. */
export const renameSite = (environment: Environment, id: string, name: string) =>
  new Promise<NonNullable<relayRenameSiteMutation['response']['updateSite']>['userErrors']>(
    (resolve, reject) => {
      commitMutation<relayRenameSiteMutation>(environment, {
        mutation: renameSiteMutation,
        variables: { input: { id, name } },
        onCompleted: ({ updateSite }) => {
          resolve(updateSite?.userErrors ?? [])
        },
        onError: reject,
      })
    },
  )
