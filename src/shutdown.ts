import { once } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.js'
import type { Log } from './log/log.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is shutting down: `/ready` is 503, so that a load balancer sends no more requests. */
    isStopping: boolean
  }
}

/**
 * How long idle keep-alive connections stay open after the listening socket is closed. A proxy that is sending a
 * request on such a connection still gets the response. When the proxy's next new connection is refused, it uses
 * another instance.
 */
const KEEP_IDLE_MS = 500

/** How often idle connections are closed. A connection becomes idle only after its last response. */
const CLOSE_IDLE_MS = 100

/**
 * For how long before the listening socket is closed responses keep their connections open. A proxy then has open
 * connections for its next requests. If it opened a new one while the socket is closed, the connection might be reset.
 */
const KEEP_OPEN_MS = 200

/** During the shutdown, a connection that has sent no request for this time since it was opened is closed. */
const UNUSED_MS = 500

/**
 * Prepares the graceful shutdown of an app that does not listen yet. Returns the function that shuts it down:
 *
 * 1. For `delayMs`, the app still accepts connections and requests. Each response has `Connection: close`, so that the
 *    client does not send another request on this connection; except in the last 0.2 s.
 * 2. The app stops listening, completes the requests in progress, again with `Connection: close`, and after half a
 *    second closes idle connections. If that takes longer than `shutdownGraceMs`, the process exits with status 1.
 */
export function prepareShutdown(app: FastifyInstance, config: Config, log: Log) {
  const unused = trackUnusedConnections(app)
  let closesConnections = false
  app.server.prependListener('request', (_request, response) => {
    if (closesConnections) response.setHeader('connection', 'close')
  })
  return async (signal: NodeJS.Signals, delayMs: number): Promise<void> => {
    app.isStopping = true
    log.info({ signal }, 'Draining')
    setTimeout(() => process.exit(1), delayMs + config.shutdownGraceMs).unref()
    const keepOpenMs = Math.min(KEEP_OPEN_MS, delayMs)
    closesConnections = true
    await delay(delayMs - keepOpenMs)
    closesConnections = false
    await delay(keepOpenMs)
    await acceptPending()
    const closed = once(app.server, 'close')
    // `http.Server.close` would also close idle connections immediately; `net.Server.close` does not.
    Server.prototype.close.call(app.server)
    // Its clients connect to another instance.
    app.streams.endAll()
    closesConnections = true
    await Promise.race([closed, delay(KEEP_IDLE_MS)])
    const closing = setInterval(() => setImmediate(closeIdle, app, unused), CLOSE_IDLE_MS)
    await closed
    clearInterval(closing)
    await app.close()
  }
}

/** If an iteration of the event loop takes less time than this, it polled for events and found none. */
const EMPTY_ITERATION_MS = 0.1

/** The maximum number of iterations before the listening socket is closed. */
const MAX_ITERATIONS = 2000

/**
 * Accepts the connections in the listen backlog, which the operating system would reset when the listening socket is
 * closed, and reads the requests on open connections. Node.js accepts one connection in each iteration of the event
 * loop. A connection that arrives while an iteration runs callbacks is still pending at the end of the iteration, so
 * this function waits for an iteration without events.
 */
async function acceptPending(): Promise<void> {
  await nextIteration()
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const start = performance.now()
    await nextIteration()
    if (performance.now() - start < EMPTY_ITERATION_MS) return
  }
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
