import { ApolloLink, Observable } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { useSyncExternalStore } from 'react'
import { received } from './received.js'

let lastResponseAt = new Date().toISOString()
let isReachable = true
const listeners = new Set<() => void>()

/** When the last response came, if the service cannot be reached since then; otherwise undefined. */
export const useStaleSince = (): string | undefined => useSyncExternalStore(subscribe, staleSince)

export const lastResponse = () => lastResponseAt

/** Calls the listener when the service can be reached again. Returns the function that removes the listener. */
export const onReachable = (listener: () => void): (() => void) =>
  subscribe(() => {
    if (isReachable) listener()
  })

/** Says that the service cannot be reached, and that the last response came at this time. */
export function beginUnreachable(since: string): void {
  lastResponseAt = since
  change(false)
}

/** Says that a response, or an event of a subscription, has come. */
export function noteResponse(): void {
  lastResponseAt = new Date().toISOString()
  change(true)
}

/**
 * If the service cannot be reached, answers a query from the cache, and says so in `useStaleSince`. Not for a further page of a
 * list: the cache has all pages as one.
 */
export const staleIfUnreachable = new ApolloLink(
  (operation, forward) =>
    new Observable((observer) =>
      forward(operation).subscribe({
        next: (result) => {
          noteResponse()
          received(operation)
          observer.next(result)
        },
        error: (error: unknown) => {
          // What `fetch` throws if there is no response.
          if (error instanceof TypeError) change(false)
          const data = error instanceof TypeError ? cached(operation) : null
          if (data === null) {
            observer.error(error)
            return
          }
          observer.next({ data })
          observer.complete()
        },
        complete: () => {
          observer.complete()
        },
      }),
    ),
)

function cached({ client, query, variables, operationType }: ApolloLink.Operation) {
  const canUse = operationType === OperationTypeNode.QUERY && !variables['after']
  return canUse ? client.readQuery<Record<string, unknown>>({ query, variables }) : null
}

function change(reachable: boolean): void {
  if (reachable === isReachable) return
  isReachable = reachable
  for (const notify of listeners) notify()
}

const staleSince = () => (isReachable ? undefined : lastResponseAt)

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
