import { setTimeout as delay } from 'node:timers/promises'
import { StreamClient } from '../durability/stream-clients.js'
import type { Answer, Client } from './client.js'
import type { WebhookReceiver } from './webhook-receiver.js'

const CREATE = `mutation ($name: String!) {
  createClient(input: { legalName: $name }) { client { id } userErrors { message } } }`
const FOLLOW = `query ($cursor: String) {
  auditLog(first: 100, after: $cursor, orderBy: [{ field: TRANSACTION }], filter: { recordTypes: [CLIENT] }) {
    edges { cursor node { recordId } } } }`
const CREATE_WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, triggers: ["client.created"] }) { userErrors { message } } }`

/** An entry appears when all older transactions of its server have ended, also those of other companies. */
const SETTLE_MS = 10_000

/** The claim of an instance that was killed ends after 30 s: then another one sends the event to the webhook. */
const DELIVERY_MS = 90_000

/** How a company's requests ended since the last call of `figures`. */
export interface LoadFigures {
  readonly created: number
  /** Failures by status, 0 for a connection that broke; or by their errors, if the status is 200. A 503 must have `Retry-After`. */
  readonly failed: Readonly<Record<string, number>>
  /** The longest time without a successful write. */
  readonly longestPauseMs: number
}

/** What a company has done so far. */
export interface Progress {
  readonly created: number
  /** The entries of its audit log, and the events of its stream and of its webhook. */
  readonly read: number
  readonly streamed: number
  readonly delivered: number
}

interface Company {
  readonly client: Client
  /** The address of the service. */
  readonly address: string
  readonly token: string
  readonly name: string
  /** Gets the events of its webhook, at the path `/<name>`. */
  readonly receiver: WebhookReceiver
}

/**
 * Creates clients of one company, one after the other, until it is stopped. Follows them in its audit log, in a stream of `changes`, and
 * with a webhook.
 */
export async function startCompanyLoad({ client, address, token, name, receiver }: Company) {
  const created: string[] = []
  const seen: string[] = []
  const delivered = receiver.recordsOf(`/${name}`)
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
  const missingIn = (ids: Iterable<string>) => {
    const known = new Set(ids)
    return created.filter((id) => !known.has(id)).length
  }
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopped) await work()
  }

  const webhook = await ask(CREATE_WEBHOOK, { url: `${receiver.url}/${name}` })
  if (webhook?.createWebhook.userErrors.length !== 0)
    throw new Error(`expected a webhook of ${name}, got ${JSON.stringify([webhook, figures])}`)
  const stream = new StreamClient({
    transport: 'sse',
    token,
    address: () => address,
    maxOpenMs: () => 3_600_000,
  })
  // It begins at the end of the log.
  while (stream.cursor === undefined) await delay(20)
  const streamed = () => stream.received.map(({ recordId }) => recordId)
  const running = Promise.all([repeat(write), repeat(follow)])

  /** What is wrong with a list of ids that has each acknowledged write once, in order, and may have those of failed requests. */
  const problemsOf = (what: string, ids: readonly string[]): string[] => {
    const known = new Set(created)
    const acknowledged = ids.filter((id) => known.has(id))
    const extra = ids.length - acknowledged.length
    return [
      ...(new Set(ids).size < ids.length ? [`${name}: ${what} came twice`] : []),
      ...(acknowledged.join() === created.join()
        ? []
        : [`${name}: ${created.length} writes, ${acknowledged.length} in ${what}`]),
      ...(extra > unknown ? [`${name}: ${extra} of ${unknown} failed writes in ${what}`] : []),
    ]
  }

  return {
    name,
    figures: (): LoadFigures => {
      const result = figures
      figures = { created: 0, failed: {}, longestPauseMs: 0 }
      last = performance.now()
      return { ...result, longestPauseMs: Math.round(result.longestPauseMs) }
    },
    progress: (): Progress => ({
      created: created.length,
      read: seen.length,
      streamed: stream.received.length,
      delivered: delivered.size,
    }),
    /** Stops, reads the rest of the log, waits for the rest of the events, and returns what is wrong; empty if nothing is. */
    finish: async (): Promise<string[]> => {
      stopped = true
      await running
      const start = performance.now()
      const isWithin = (milliseconds: number) => performance.now() - start < milliseconds
      while ((await follow()) !== 0 || (missingIn(seen) > 0 && isWithin(SETTLE_MS)));
      while (missingIn(streamed()) + missingIn(delivered) > 0 && isWithin(DELIVERY_MS))
        await delay(100)
      await stream.stop()
      const codes = new Set(stream.codes.filter((code) => code !== 'UNAVAILABLE'))
      return [
        ...problemsOf('entries of the log', seen),
        ...problemsOf('events of the stream', streamed()),
        ...(codes.size > 0 ? [`${name}: the stream ended with ${[...codes].join()}`] : []),
        ...(missingIn(delivered) > 0
          ? [`${name}: the webhook lacks ${missingIn(delivered)} of ${created.length} writes`]
          : []),
      ]
    },
  }
}

export type CompanyLoad = Awaited<ReturnType<typeof startCompanyLoad>>
