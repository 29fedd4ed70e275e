import type { LoadRequest, LoadResult } from './load.js'

export async function loadWithAutocannon(
  port: number,
  requests: LoadRequest[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const { default: autocannon } = await import('autocannon')
  let turn = 0
  // By default, each connection of autocannon starts with the first request.
  const nextRequest = () => {
    const request = requests[turn % requests.length]
    turn += 1
    if (!request) throw new Error('There is no request to send')
    const { path, body, headers } = request
    return {
      path,
      method: body ? 'POST' : 'GET',
      body,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    }
  }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ setupRequest: nextRequest }],
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors + result.timeouts,
  }
}
