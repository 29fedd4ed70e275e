import type { Connection, PoolClient } from 'pg'
import type { Config } from '../../config/config.js'
import { MAX_TIMER_MS } from '../../config/values.js'
import type { Log } from '../../log/log.js'
import type { Source } from '../source.js'
import { streamOf } from './connection-stream.js'
import { ServiceClient } from './service-client.js'
import { READ_ONLY } from './read-only.js'
import { ServicePool } from './service-pool.js'
import { TRANSACTION_MS } from './transaction.js'
import { watchConnections } from './watchdog.js'

/**
 * The client closes the connection if a result is this much later than the server's statement timeout. Then the network
 * hangs, or the statements that were pipelined before this one took too long.
 */
const NETWORK_GRACE_MS = 5000

/** The grace period of a statement that only reads: the time for the server to cancel it, in milliseconds. */
const CANCEL_GRACE_MS = 1000

/** Idle connections are kept for ten minutes: the first statements on a new connection take several times as long. */
const IDLE_MS = 10 * 60_000

/** Opens a pool. A connection that breaks is logged and replaced: it never ends the process. */
export function openPool(
  { connection, embedded, pooled = false }: Source,
  config: Config,
  log: Log,
): ServicePool {
  const { databaseConnectTimeoutMs, databaseStatementTimeoutMs, databasePoolSize } = config
  // All callers share the one embedded connection, so each may have to wait for a whole transaction.
  const connectTimeoutMs = Math.max(databaseConnectTimeoutMs, embedded ? TRANSACTION_MS : 0)
  const queueTimeoutMs = embedded ? connectTimeoutMs : config.databaseQueueTimeoutMs
  const pool = new ServicePool(
    {
      ...connection,
      Client: ServiceClient,
      // Another session of the server may answer each transaction, so that a prepared statement may be missing there.
      unnamed: pooled,
      max: embedded ? 1 : databasePoolSize,
      // node-postgres also applies it to the wait for a connection that is in use.
      connectionTimeoutMillis: Math.max(connectTimeoutMs, queueTimeoutMs),
      idleTimeoutMillis: IDLE_MS,
      // PgBouncer refuses settings of a session: its `connect_query` sets this one.
      ...(!pooled && { statement_timeout: databaseStatementTimeoutMs }),
      query_timeout: Math.min(databaseStatementTimeoutMs + NETWORK_GRACE_MS, MAX_TIMER_MS),
      keepAlive: true,
      // Sends a statement without waiting for the results of those before it on the same connection. It also makes
      // node-postgres close the connection when `query_timeout` passes. Otherwise the connection would go back to the
      // pool while the server still runs the statement, and the next statement would wait for it or join its
      // transaction.
      pipeline: true,
    },
    {
      queueTimeoutMs,
      maxWaitMs: Math.max(queueTimeoutMs, config.databaseReadTimeoutMs),
      readTimeoutMs: config.databaseReadTimeoutMs,
      answerTimeoutMs: Math.min(config.databaseReadTimeoutMs + CANCEL_GRACE_MS, MAX_TIMER_MS),
      canCancel: !embedded,
    },
  )
  const warn = (error: Error) => {
    log.warn({ error: error.message }, 'A database connection broke')
  }
  // Those of its connections, which are logged below.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', warn)
    closeIfReadOnly(client)
  })
  if (!embedded) watchConnections(pool, log)
  return pool
}

/**
 * Adds a listener that closes a connection if a statement fails because its server is read-only: it was the primary, and is a
 * standby now. The pool opens another one, to the new primary if DATABASE_URL has several hosts.
 */
function closeIfReadOnly(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: Connection }
  connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    // Closes it in the next iteration, so that the caller gets the error before the close.
    if (code === READ_ONLY) setImmediate(() => streamOf(client).destroy())
  })
}
