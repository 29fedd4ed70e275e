// Uses `extract` and `restore` of Apollo Client: apollo3-cache-persist supports only its version 3.
import type { ApolloClient, NormalizedCacheObject } from '@apollo/client'
import { lastResponse } from './connection.js'
import { receivedTimes } from './received.js'

/** What the tab has read, in its storage while the page is loaded again: closing the tab deletes it, as it does the session. */
const STORED = 'fis.cache'

interface Snapshot {
  readonly cache: NormalizedCacheObject
  /** When the last response came. */
  readonly at: string
  readonly times: readonly (readonly [string, string])[]
}

let current: ApolloClient | undefined

/** Keeps the cache of this client when the page is left; of none if undefined. */
export function keepSnapshots(client: ApolloClient | undefined): void {
  current = client
  sessionStorage.removeItem(STORED)
}

addEventListener('pagehide', () => {
  if (!current) return
  const snapshot: Snapshot = {
    cache: current.extract() as NormalizedCacheObject,
    at: lastResponse(),
    times: receivedTimes(),
  }
  try {
    sessionStorage.setItem(STORED, JSON.stringify(snapshot))
  } catch {
    // The storage of a tab has 5 MB. Without a snapshot, a reload needs the service.
  }
})

/** What the tab had read before it was loaded again. */
export function findSnapshot(): Snapshot | undefined {
  const text = sessionStorage.getItem(STORED)
  return text === null ? undefined : (JSON.parse(text) as Snapshot)
}
