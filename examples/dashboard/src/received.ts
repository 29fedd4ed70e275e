import type { ApolloClient, ApolloLink, OperationVariables } from '@apollo/client'
import { canonicalStringify } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'

/** When the last response to a query came, by the query and its variables. */
const times = new Map<string, string>()

const keyOf = (name: string | undefined, variables: OperationVariables) =>
  `${name} ${canonicalStringify(variables)}`

/** The frame around all pages: its name and links are not what a page shows. */
const FRAME = 'Viewer'

/** Not for a further page of a list, which does not make the list newer. */
export function received({ operationName, operationType, variables }: ApolloLink.Operation) {
  if (operationType === OperationTypeNode.QUERY && !variables['after'])
    times.set(keyOf(operationName, variables), new Date().toISOString())
}

/** The queries whose data the page shows. */
const shownBy = (client: ApolloClient) =>
  [...client.getObservableQueries('active')]
    .filter((query) => query.queryName !== FRAME && query.getCurrentResult().data !== undefined)
    .map((query) => keyOf(query.queryName, query.variables))

/** What the page shows is right now: it follows the changes. */
export function confirmShown(client: ApolloClient): void {
  for (const key of shownBy(client)) times.set(key, new Date().toISOString())
}

/** When the oldest of the data on the page came. */
export const oldestShown = (client: ApolloClient): string | undefined =>
  shownBy(client)
    .flatMap((key) => times.get(key) ?? [])
    .sort()[0]

export const receivedTimes = (): [string, string][] => [...times]

export function restoreTimes(kept: readonly (readonly [string, string])[]): void {
  for (const [key, at] of kept) times.set(key, at)
}
