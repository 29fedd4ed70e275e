import type { FastifyReply, FastifyRequest } from 'fastify'
import { DisconnectSignal } from '../db/connect.js'

/**
 * The end of a request: its response was sent, or its client closed the connection. Everything that must happen at the
 * end of each request listens here: Fastify does not call `onResponse` if the client has left. The request of a stream ends when the
 * stream begins: from then on, it is not a request in progress.
 */
export class RequestEnd {
  isReached = false
  /** Whether the client closed its connection before it had the response. */
  hasLeft = false
  /** Signals that the client closed its connection before it had the response. */
  readonly disconnect = new DisconnectSignal()
  private readonly listeners: (() => void)[] = []
  private onStreamClosed: (() => void) | undefined

  /** Adds the only `close` listener of the response: Node.js takes a microsecond for each one. */
  constructor({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply) {
    const close = () => {
      socket.off('close', close)
      if (!this.isReached) this.reach(!response.writableFinished)
      const { onStreamClosed } = this
      this.onStreamClosed = undefined
      onStreamClosed?.()
    }
    response.once('close', close)
    // HTTP pipelining: a response that waits for an earlier one of its connection has no socket yet, and never emits
    // `close` if the connection closes before.
    if (!response.socket) socket.setMaxListeners(0).once('close', close)
  }

  /** Calls `listener` at the end of the request; immediately if the response has become a stream already. */
  on(listener: () => void): void {
    if (this.isReached) listener()
    else this.listeners.push(listener)
  }

  /** Ends the request, because its response goes on as a stream. Calls `onClosed` when the connection of the stream has closed. */
  beginStream(onClosed: () => void): void {
    this.onStreamClosed = onClosed
    this.reach(false)
  }

  private reach(hasLeft: boolean): void {
    this.isReached = true
    this.hasLeft = hasLeft
    if (hasLeft) this.disconnect.raise()
    for (const listener of this.listeners.splice(0)) listener()
  }
}
