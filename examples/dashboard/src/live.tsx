import { CombinedGraphQLErrors } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { follow } from '../../clients/follow.js'
import { graphql } from '../generated/index.js'
import type { ChangesSubscription, FeedRecordType } from '../generated/graphql.js'
import { noteResponse } from './connection.js'
import { confirmShown } from './received.js'

/** The cache gets the job of each event: a card of the board moves without a request. */
const CHANGES = graphql(`
  subscription Changes($after: String, $types: [FeedRecordType!]) {
    changes(after: $after, types: $types) {
      cursor
      recordType
      recordId
      record {
        id
        ... on Job {
          ...JobCard
        }
        ... on Inspection {
          asset {
            id
          }
        }
        ... on Finding {
          asset {
            id
          }
        }
      }
    }
  }
`)

export type Change = NonNullable<ChangesSubscription['changes']>

/** Changes within this time are passed on together, in milliseconds. */
const TOGETHER_MS = 500

function onVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Whether the page is on the screen, and not in another tab or a window that is minimised. */
const useVisible = () =>
  useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

/**
 * Follows the records of these types while the page is on the screen: over HTTP/1.1, a browser has six connections to a host for all tabs.
 * A page that is shown again continues where it was.
 *
 * Calls `onChange` with what has changed; with nothing if that is not known: the page then reads all of it again. Returns whether changes
 * arrive at the moment.
 */
export function useLive(
  types: readonly FeedRecordType[],
  onChange: (changes: readonly Change[] | undefined) => void,
): boolean {
  const client = useApolloClient()
  const [isLive, setLive] = useState(false)
  const isVisible = useVisible()
  /** The cursor of the last change that was passed on. */
  const newest = useRef<string>(undefined)
  const tell = useEffectEvent(onChange)
  const wanted = types.join()
  useEffect(() => {
    if (!isVisible) return
    let changes: Change[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      newest.current = changes.at(-1)?.cursor
      tell(changes.splice(0))
      timer = undefined
    }
    const add = (change: Change) => {
      changes.push(change)
      timer ??= setTimeout(flush, TOGETHER_MS)
    }
    const stop = follow({
      from: newest.current,
      onLive: setLive,
      onResync: () => {
        newest.current = undefined
        changes = []
        tell(undefined)
      },
      open: (after, { onCursor, onEnd }) => {
        const variables = { after: after ?? null, types: wanted.split(',') as FeedRecordType[] }
        const subscription = client.subscribe({ query: CHANGES, variables }).subscribe({
          next: ({ data, error, extensions }) => {
            const change = data?.changes
            const cursor = change?.cursor ?? (extensions?.['cursor'] as string | undefined)
            if (CombinedGraphQLErrors.is(error)) {
              onEnd(error.errors[0]?.extensions?.['code'] as string | undefined)
            } else if (cursor !== undefined) {
              onCursor(cursor)
              noteResponse()
              confirmShown(client)
            }
            if (change) add(change)
            else if (changes.length === 0) newest.current = cursor ?? newest.current
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
    })
    return () => {
      clearTimeout(timer)
      stop()
      setLive(false)
    }
  }, [client, wanted, isVisible])
  return isLive
}

/** Says whether the page shows changes as they happen. */
export const LiveBadge = ({ isLive }: { isLive: boolean }) => (
  <span className="live muted" role="status">
    {isLive ? 'Live' : 'Not live'}
  </span>
)
