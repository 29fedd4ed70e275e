import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import type { Log } from './db/log.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is shutting down: `/ready` is 503, so that a load balancer sends no more requests. */
    isStopping: boolean
  }
}

/** How often idle connections are closed. A connection becomes idle only after its last response. */
const CLOSE_IDLE_MS = 100

/** How long a new connection has time to send its first request. */
const UNUSED_MS = 500

/**
 * Prepares the graceful shutdown of an app that does not listen yet. The returned function does it, within
 * `shutdownDelayMs` and `shutdownGraceMs`:
 *
 * 1. For `delayMs`, the app still accepts connections and requests. Each response has `Connection: close`: a client that
 *    uses a connection learns that it ends, before it sends another request on it.
 * 2. It stops listening, closes idle connections, and completes the requests in progress.
 */
export function prepareShutdown(app: FastifyInstance, config: Config, log: Log) {
  const unused = trackUnusedConnections(app)
  app.server.prependListener('request', (_request, response) => {
    if (app.isStopping) response.setHeader('connection', 'close')
  })
  return async (signal: NodeJS.Signals, delayMs: number): Promise<void> => {
    app.isStopping = true
    log.info({ signal }, 'Draining')
    setTimeout(() => process.exit(1), delayMs + config.shutdownGraceMs).unref()
    await delay(delayMs)
    await acceptPending(app)
    const closed = once(app.server, 'close')
    app.server.close()
    const closing = setInterval(() => setImmediate(closeIdle, app, unused), CLOSE_IDLE_MS)
    await closed
    clearInterval(closing)
    await app.close()
  }
}

/** The most connections that are accepted before the listening socket is closed. */
const MAX_PENDING = 1000

/**
 * Accepts the pending connections, which the operating system resets when the listening socket is closed, and reads the
 * requests on open ones. Node.js accepts one connection in each iteration of the event loop.
 */
async function acceptPending({ server }: FastifyInstance): Promise<void> {
  let accepted = 0
  const count = () => (accepted += 1)
  server.on('connection', count)
  let before
  do {
    before = accepted
    await nextIteration()
    await nextIteration()
  } while (accepted > before && accepted < MAX_PENDING)
  server.off('connection', count)
}

function closeIdle({ server }: FastifyInstance, unused: ReadonlyMap<Socket, number>): void {
  server.closeIdleConnections()
  for (const [socket, openedAt] of unused) {
    if (performance.now() - openedAt > UNUSED_MS) socket.destroy()
  }
}

/** The connections that have not sent a request yet, and when they were opened. `closeIdleConnections` ignores them. */
function trackUnusedConnections({ server }: FastifyInstance): ReadonlyMap<Socket, number> {
  const unused = new Map<Socket, number>()
  server.on('connection', (socket) => {
    unused.set(socket, performance.now())
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
