import type { Log } from '../log/log.js'

/** The least time between two warnings. */
const INTERVAL_MS = 10_000

/**
 * Returns a function to call for each request that is refused because of overload. It logs one warning for the first, and
 * then at most one in ten seconds with the number of refused requests: a line for each would add to the load.
 */
export function createShedWarning(log: Log): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const warn = () => {
    timer = undefined
    if (refused === 0) return
    log.warn({ refused }, 'Requests are refused, because the service is overloaded')
    refused = 0
    timer = setTimeout(warn, INTERVAL_MS).unref()
  }
  return () => {
    refused += 1
    if (!timer) warn()
  }
}
