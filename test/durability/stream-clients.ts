import { setTimeout as delay } from 'node:timers/promises'
import { createClient as createSseClient } from 'graphql-sse'
import { createClient as createSocketClient } from 'graphql-ws'
import WebSocket from 'ws'
import { positionOf, type ReceivedChange } from '../support/compare-log.js'

export type Transport = 'sse' | 'websocket'

const CHANGES = `subscription ($after: String) {
  changes(after: $after, types: [CLIENT]) { cursor recordId action record { id ... on Client { legalName } } }
}`

interface Change {
  readonly cursor: string
  readonly recordId: string
  readonly action: 'UPSERT' | 'REMOVE'
  readonly record: { readonly legalName: string } | null
}

interface Result {
  readonly data?: { readonly changes: Change | null } | null
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[]
  readonly extensions?: { readonly cursor?: string }
}

interface Options {
  readonly transport: Transport
  readonly token: string
  /** The address of an instance for the next stream. */
  readonly address: () => string
  /** The longest time after which the client closes a stream itself. */
  readonly maxOpenMs: () => number
}

/** A client that continues at its newest cursor whenever its stream ends. */
export class StreamClient {
  readonly received: ReceivedChange[] = []
  /** The name of each record in the newest event about it; undefined after its removal. */
  readonly names = new Map<string, string | undefined>()
  /** The codes of the errors that it has got. */
  readonly codes: (string | undefined)[] = []
  streams = 0
  cursor: string | undefined
  private isRunning = true
  private close: () => void = () => undefined
  private readonly running: Promise<void>

  constructor(private readonly options: Options) {
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.isRunning = false
    this.close()
    await this.running
  }

  private async run(): Promise<void> {
    while (this.isRunning) {
      this.streams += 1
      await this.follow()
      await delay(100)
    }
  }

  /** Opens a stream. Resolves when it has ended, whatever the reason. */
  private async follow(): Promise<void> {
    const { transport, token, address, maxOpenMs } = this.options
    const headers = { authorization: `Bearer ${token}` }
    const client =
      transport === 'sse'
        ? createSseClient({ url: `${address()}/graphql`, headers, retryAttempts: 0 })
        : createSocketClient({
            url: `${address().replace('http', 'ws')}/graphql/stream`,
            connectionParams: headers,
            webSocketImpl: WebSocket,
            retryAttempts: 0,
          })
    const payload = { query: CHANGES, variables: { after: this.cursor } }
    let isOpen = true
    await new Promise<void>((resolve) => {
      const next = (result: unknown) => {
        // A message that arrives after the stream was closed comes again in the next one.
        if (isOpen) this.read(result as Result)
      }
      const end = () => {
        isOpen = false
        resolve()
      }
      this.close = client.subscribe(payload, { next, error: end, complete: end })
      setTimeout(() => {
        isOpen = false
        this.close()
        resolve()
      }, maxOpenMs()).unref()
    })
    void client.dispose()
  }

  private read({ data, errors, extensions }: Result): void {
    for (const error of errors ?? []) this.codes.push(error.extensions?.code)
    if (errors) return
    const change = data?.changes
    this.cursor = change?.cursor ?? extensions?.cursor ?? this.cursor
    if (!change) return
    const { recordId, record } = change
    this.received.push({ position: positionOf(change.cursor), recordId })
    this.names.set(recordId, record?.legalName)
  }
}
