import type { FastifyReply, FastifyRequest } from 'fastify'
import { DisconnectSignal } from '../db/connect.js'

/**
 * The end of a request: its response was sent, or its client closed the connection. Everything that must happen at the
 * end of each request listens here: Fastify does not call `onResponse` if the client has left.
 */
export class RequestEnd {
  isReached = false
  /** Whether the client closed its connection before it had the response. */
  hasLeft = false
  /** Signals that the client closed its connection before it had the response. */
  readonly disconnect = new DisconnectSignal()
  private readonly listeners: (() => void)[] = []

  /** Adds the only `close` listener of the response: Node.js takes a microsecond for each one. */
  constructor({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply) {
    const reach = () => {
      if (this.isReached) return
      this.isReached = true
      socket.off('close', reach)
      this.hasLeft = !response.writableFinished
      if (this.hasLeft) this.disconnect.raise()
      for (const listener of this.listeners) listener()
    }
    response.once('close', reach)
    // HTTP pipelining: a response that waits for an earlier one of its connection has no socket yet, and never emits
    // `close` if the connection closes before.
    if (!response.socket) socket.setMaxListeners(0).once('close', reach)
  }

  /** Calls `listener` at the end of the request. Must not be called after the end. */
  on(listener: () => void): void {
    this.listeners.push(listener)
  }
}
