import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { DisconnectSignal } from '../db/connect.js'

declare module 'fastify' {
  interface FastifyRequest {
    end: RequestEnd
  }
}

/** The end of a request: its response was sent, or its client closed the connection. */
export class RequestEnd {
  isReached = false
  /** Signals that the client closed its connection before it had the response. */
  readonly disconnect = new DisconnectSignal()
  private readonly listeners: (() => void)[] = []

  /** Adds the only `close` listener of the response: Node.js takes a microsecond for each one. */
  constructor(response: ServerResponse) {
    response.once('close', () => {
      this.isReached = true
      if (!response.writableFinished) this.disconnect.raise()
      for (const listener of this.listeners) listener()
    })
  }

  /** Calls `listener` at the end of the request. Must not be called after the end. */
  on(listener: () => void): void {
    this.listeners.push(listener)
  }
}

/** Sets `request.end` of all requests. */
export function watchRequestEnds(app: FastifyInstance): void {
  app.decorateRequest('end')
  app.addHook('onRequest', (request, reply, done) => {
    request.end = new RequestEnd(reply.raw)
    done()
  })
}
