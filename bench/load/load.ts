import { spawnSync } from 'node:child_process'
import { loadWithAutocannon } from './autocannon.js'
import { loadWithWrk } from './wrk.js'

export type Headers = Record<string, string>

export interface LoadRequest {
  path: string
  /** The body, as JSON. A request with a body is a POST, otherwise a GET. */
  body?: string
  headers?: Headers
}

export interface Target {
  port: number
  /**
   * The requests of an array are sent in turn, repeatedly. A function returns `count` new requests for each
   * measurement; each of these requests is sent once.
   */
  requests: LoadRequest[] | ((count: number) => LoadRequest[])
}

export interface LoadResult {
  requests: number
  seconds: number
  /** The 50th and the 99th percentile of the latency, in ms. */
  p50: number
  p99: number
  errors: number
}

/**
 * The number of requests that a function in `Target.requests` creates for each second: more than any server answers.
 */
const MAX_RATE = 5000

const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loadGenerator = hasWrk ? 'wrk' : 'autocannon'

/** Sends requests for some seconds; each connection sends its next request when it has the response. */
export async function load(
  { port, requests }: Target,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const isSentOnce = typeof requests === 'function'
  const list = isSentOnce ? requests(MAX_RATE * Math.ceil(seconds)) : requests
  const run = hasWrk ? loadWithWrk : loadWithAutocannon
  const result = await run(port, list, connections, seconds)
  if (result.errors > 0) throw new Error(`${result.errors} responses of port ${port} were errors`)
  if (isSentOnce && result.requests + connections > list.length) {
    throw new Error(`${list.length} different requests were too few for ${seconds} s`)
  }
  return result
}
