import type { RequestCredentials } from './credentials.js'

/** The ways in which a client receives a stream. */
export const TRANSPORTS = ['sse', 'websocket'] as const

export type Transport = (typeof TRANSPORTS)[number]

/** A stream as the process counts and ends it. */
export interface OpenStream {
  readonly transport: Transport
  /** Sends the client that the stream is complete, and closes it. */
  readonly complete: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: OpenStreams
  }
}

/** The most streams of the same credentials on one instance. */
export const MAX_STREAMS = 5

/** The time for the last messages of a connection, in milliseconds. */
const CLOSE_MS = 200

/** The open streams of this process, for the limit of each client, the shutdown and the metrics. */
export class OpenStreams {
  private readonly open = new Set<OpenStream>()
  private readonly connections = new Set<() => void>()
  private readonly byCredentials = new Map<string, number>()
  private hasEnded = false
  /** Times that deliveries took, in seconds: from the poll that found the changes until they were written. */
  onDelivery: (seconds: number, events: number) => void = () => undefined
  /** The number of groups that share the execution of a subscription, and when the log was last read. */
  sharing: () => { readonly groups: number; readonly polledAt: number | undefined } = () => ({
    groups: 0,
    polledAt: undefined,
  })

  /** Whether the credentials may open one more stream. */
  hasRoom({ cacheKey = '' }: RequestCredentials): boolean {
    return (this.byCredentials.get(cacheKey) ?? 0) < MAX_STREAMS
  }

  /** Counts a stream until `remove`. False if its credentials have no room. While the process stops, the stream is completed immediately. */
  add(stream: OpenStream, credentials: RequestCredentials): boolean {
    if (!this.hasRoom(credentials)) return false
    this.open.add(stream)
    this.count(credentials, 1)
    if (this.hasEnded) setImmediate(stream.complete)
    return true
  }

  remove(stream: OpenStream, credentials: RequestCredentials): void {
    if (this.open.delete(stream)) this.count(credentials, -1)
  }

  numberOf(transport: Transport): number {
    let count = 0
    for (const stream of this.open) if (stream.transport === transport) count += 1
    return count
  }

  /** Adds a connection that may have several streams. Returns the function to call when it has closed. */
  addConnection(close: () => void): () => void {
    this.connections.add(close)
    return () => {
      this.connections.delete(close)
    }
  }

  /** Completes all streams, also those that clients open from now on. Then closes connections that have several streams. */
  endAll(): void {
    this.hasEnded = true
    for (const stream of [...this.open]) stream.complete()
    setTimeout(() => {
      for (const close of [...this.connections]) close()
    }, CLOSE_MS)
  }

  private count({ cacheKey = '' }: RequestCredentials, difference: number): void {
    const count = (this.byCredentials.get(cacheKey) ?? 0) + difference
    if (count > 0) this.byCredentials.set(cacheKey, count)
    else this.byCredentials.delete(cacheKey)
  }
}
