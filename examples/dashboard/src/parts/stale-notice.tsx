import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import { graphql } from '../../generated/index.js'
import { useStaleSince } from '../connection.js'
import { useTimeFormat } from '../format.js'
import { oldestShown } from '../received.js'

const PING = graphql(`
  query Ping {
    viewer {
      role
    }
  }
`)
const RETRY_MS = 5_000
/** How soon the bar shows the time of another page. */
const LOOK_MS = 300

/** A bar while the service cannot be reached. Sends a query until there is a response, then reads what is on the screen again. */
export function StaleNotice() {
  const client = useApolloClient()
  const since = useStaleSince()
  const from = useOldestShown(since !== undefined)
  const { time } = useTimeFormat()
  const ping = useCallback(() => {
    client.query({ query: PING, fetchPolicy: 'network-only' }).catch(() => undefined)
  }, [client])
  // The browser may know it earlier than the next request.
  useEffect(() => {
    addEventListener('offline', ping)
    addEventListener('online', ping)
    return () => {
      removeEventListener('offline', ping)
      removeEventListener('online', ping)
    }
  }, [ping])
  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(ping, RETRY_MS)
    return () => {
      clearInterval(timer)
      client.refetchQueries({ include: 'active' }).catch(() => undefined)
    }
  }, [since, ping, client])
  return (
    <div role="status">
      {since !== undefined && (
        <div className="stale">
          <p>
            No response from the service since {time(since)}: what you see{' '}
            {from !== undefined && `is from ${time(from)}, and `}may have changed.
          </p>
          <button type="button" onClick={ping}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}

/** When the oldest of the data on the page came, while the service cannot be reached. */
function useOldestShown(isUnreachable: boolean): string | undefined {
  const client = useApolloClient()
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    if (!isUnreachable) return
    const look = () => {
      setFrom(oldestShown(client))
    }
    // A page that the cache has is shown without a request.
    const timer = setInterval(look, LOOK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [client, isUnreachable])
  return from
}
