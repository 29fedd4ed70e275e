import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { graphql } from '../../generated/index.js'
import { useStaleSince } from '../connection.js'
import { useTimeFormat } from '../format.js'

const PING = graphql(`
  query Ping {
    viewer {
      role
    }
  }
`)
const RETRY_MS = 5_000

/** A bar while the service cannot be reached. Sends a query until there is a response, then reads what is on the screen again. */
export function StaleNotice() {
  const client = useApolloClient()
  const since = useStaleSince()
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
          <p>No response from the service since {time(since)}: what you see may have changed.</p>
          <button type="button" onClick={ping}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}
