import { createClient, type RequestParams } from 'graphql-sse'
import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { Domain } from '../../../src/domain/domain.js'
import { service, tokenOf } from '../../support/graphql.js'
import { untilSettled } from '../../support/until-settled.js'

export interface Change {
  readonly cursor: string
  readonly recordType?: string
  readonly recordId: string
  readonly action: 'UPSERT' | 'REMOVE'
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its record
  readonly [record: string]: any
}

export interface Result {
  readonly data?: Readonly<Record<string, Change | null>> | null
  readonly errors?: readonly { message: string; extensions: Record<string, unknown> }[]
  readonly extensions?: { readonly cursor?: string }
}

/** What a client has received of a subscription. */
export class Received {
  readonly results: Result[] = []
  isComplete = false
  error: unknown
  close: () => void = () => undefined

  get changes(): Change[] {
    return this.results.flatMap(({ data }) => Object.values(data ?? {}).filter((each) => !!each))
  }

  /** The codes of the errors. */
  get codes(): unknown[] {
    return this.results.flatMap(
      ({ errors }) => errors?.map(({ extensions }) => extensions['code']) ?? [],
    )
  }

  /** Where to continue: the newest cursor. */
  get cursor(): string | undefined {
    const [last] = this.results.slice(-1)
    return last?.extensions?.cursor ?? this.changes.at(-1)?.cursor
  }

  readonly sink = {
    next: (result: unknown) => {
      this.results.push(result as Result)
    },
    error: (error: unknown) => {
      this.error = error
    },
    complete: () => {
      this.isComplete = true
    },
  }
}

export const CHANGES = `subscription ($after: String, $types: [FeedRecordType!]) {
  changes(after: $after, types: $types) {
    cursor recordType recordId action record { id ... on Client { legalName } ... on Asset { code status } }
  }
}`

interface Options {
  readonly token?: string
  readonly address?: string | Promise<string>
}

/**
 * Subscribes with the client of graphql-sse. Resolves when the stream has begun, or has ended. Without a cursor, the stream begins after
 * everything that the test has written before.
 */
export async function subscribe(
  user: Domain,
  request: RequestParams,
  { token, address = service() }: Options = {},
): Promise<Received> {
  if (!request.variables?.['after']) await untilSettled(user)
  const received = new Received()
  const client = createClient({
    url: `${await address}/graphql`,
    headers: { authorization: `Bearer ${token ?? (await tokenOf(user))}` },
    retryAttempts: 0,
  })
  received.close = client.subscribe(request, received.sink)
  onTestFinished(() => {
    received.close()
  })
  await begun(received)
  return received
}

/** A client of graphql-ws, until the end of the test. */
export async function connect(
  authorization: string,
  address: string | Promise<string> = service(),
): Promise<SocketClient> {
  const client = createSocketClient({
    url: `${(await address).replace('http', 'ws')}/graphql/stream`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
    // The connection stays open between subscriptions.
    lazyCloseTimeout: 60_000,
  })
  onTestFinished(() => client.dispose())
  return client
}

/** Subscribes over a WebSocket. Resolves when the stream has begun, or has ended. */
export async function subscribeWith(
  client: SocketClient,
  request: { query: string; variables?: Record<string, unknown> } = { query: CHANGES },
): Promise<Received> {
  const received = new Received()
  received.close = client.subscribe(request, received.sink)
  await begun(received)
  return received
}

export async function begun(received: Received): Promise<void> {
  while (received.results.length === 0 && !received.isComplete && !received.error) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const METRICS_TOKEN = 'a-token-for-metrics'

/** The metrics of a service that was started with `METRICS_TOKEN`. */
export async function metricsOf(address: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await fetch(`${address}/metrics`, { headers })).text()
}
