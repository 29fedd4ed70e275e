import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Client } from './client.js'

const CREATE = `mutation ($name: String!) {
  createClient(input: { legalName: $name }) { client { id } userErrors { message } } }`
const FOLLOW = `query ($cursor: String) {
  auditLog(first: 100, after: $cursor, orderBy: [{ field: TRANSACTION }], filter: { recordTypes: [CLIENT] }) {
    edges { cursor node { recordId } } } }`

/** An entry appears when all older transactions of its server have ended, also those of other companies. */
const SETTLE_MS = 10_000

/** How a company's requests ended since the last call of `figures`. */
export interface LoadFigures {
  readonly created: number
  /** Failures by status, 0 for a connection that broke; or by their errors, if the status is 200. A 503 must have `Retry-After`. */
  readonly failed: Readonly<Record<string, number>>
  /** The longest time without a successful write. */
  readonly longestPauseMs: number
}

/** Creates clients of one company, one after the other, and follows its audit log, until it is stopped. */
export function startCompanyLoad(client: Client, token: string, name: string) {
  const created: string[] = []
  const seen: string[] = []
  let cursor: string | null = null
  let stopped = false
  let unknown = 0
  let figures = { created: 0, failed: {} as Record<string, number>, longestPauseMs: 0 }
  let last = performance.now()

  const ask = async (query: string, variables: object) => {
    const answer = await client
      .graphql(query, token, variables)
      .catch((): Answer => ({ status: 0, headers: {}, body: '' }))
    const { data, errors } = answer.status === 200 ? JSON.parse(answer.body) : {}
    if (data && !errors) return data
    const isBare = answer.status === 503 && !answer.headers['retry-after']
    const failure = errors
      ? JSON.stringify(errors)
      : `${answer.status}${isBare ? ' without Retry-After' : ''}`
    figures.failed[failure] = (figures.failed[failure] ?? 0) + 1
    return undefined
  }
  const write = async () => {
    const data = await ask(CREATE, { name: `${name} ${created.length + unknown}` })
    if (data === undefined) {
      unknown += 1
      return delay(50)
    }
    created.push(String(data.createClient.client.id))
    figures.created += 1
    figures.longestPauseMs = Math.max(figures.longestPauseMs, performance.now() - last)
    last = performance.now()
  }
  const follow = async () => {
    const data = await ask(FOLLOW, { cursor })
    for (const edge of data?.auditLog.edges ?? []) {
      seen.push(String(edge.node.recordId))
      cursor = edge.cursor
    }
    if (!data || data.auditLog.edges.length === 0) await delay(50)
    return data?.auditLog.edges.length as number | undefined
  }
  const lacksEntries = () => {
    const known = new Set(seen)
    return created.some((id) => !known.has(id))
  }
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopped) await work()
  }
  const running = Promise.all([repeat(write), repeat(follow)])

  return {
    name,
    figures: (): LoadFigures => {
      const result = figures
      figures = { created: 0, failed: {}, longestPauseMs: 0 }
      last = performance.now()
      return { ...result, longestPauseMs: Math.round(result.longestPauseMs) }
    },
    /** Stops, reads the rest of the log, and returns what is wrong; empty if nothing is. */
    finish: async (): Promise<string[]> => {
      stopped = true
      await running
      const end = performance.now() + SETTLE_MS
      while ((await follow()) !== 0 || (lacksEntries() && performance.now() < end));
      const known = new Set(created)
      const acknowledged = seen.filter((id) => known.has(id))
      const extra = seen.length - acknowledged.length
      return [
        ...(new Set(seen).size < seen.length ? [`${name}: an entry was seen twice`] : []),
        ...(acknowledged.join() === created.join()
          ? []
          : [`${name}: ${created.length} writes, ${acknowledged.length} of them seen in order`]),
        ...(extra > unknown ? [`${name}: ${extra} entries of ${unknown} failed writes`] : []),
      ]
    },
  }
}

export type CompanyLoad = ReturnType<typeof startCompanyLoad>
