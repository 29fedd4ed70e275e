import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.js'

const QUERY =
  '{ sites(first: 5) { nodes { name zones(first: 3) { nodes { name assets(first: 3) { nodes { code } } } } } } }'

export interface Latency {
  readonly requests: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The number of responses by status; `error` for broken connections. */
  readonly statuses: Record<string, number>
}

/** Sends the same query 50 times a second as one user, without waiting for the responses. Returns the latencies. */
export async function measureSteadyUser(
  client: Client,
  token: string,
  seconds: number,
): Promise<Latency> {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const ask = async () => {
    const began = performance.now()
    const answer = await client.graphql(QUERY, token).catch(() => undefined)
    times.push(performance.now() - began)
    const isComplete = answer?.status !== 200 || answer.body.startsWith('{"data":{"sites"')
    const status = answer ? (isComplete ? answer.status : 'incomplete') : 'error'
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const asked: Promise<void>[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    asked.push(ask())
    await delay(20)
  }
  await Promise.all(asked)
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return { requests: times.length, p50: at(0.5), p99: at(0.99), max: at(0.9999), statuses }
}
