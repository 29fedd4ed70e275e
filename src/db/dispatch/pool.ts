import pg from 'pg'
import { MAX_TIMER_MS } from '../../config.js'
import type { Log } from '../log.js'
import { limitConcurrency } from './limit-concurrency.js'

export interface PoolSettings {
  /** The most connections. */
  size: number
  /** How long a caller waits for a connection. */
  connectTimeoutMs: number
  /** How long the server runs a statement before it cancels it. */
  statementTimeoutMs: number
}

/**
 * How much longer than the server's statement timeout the client waits before it closes the connection: by then the
 * network hangs, or statements pipelined before this one took as long.
 */
const NETWORK_GRACE_MS = 5000

/** Idle connections are kept for ten minutes: the first statements on a new connection take several times as long. */
const IDLE_MS = 10 * 60_000

/** Opens a pool. A connection that breaks is logged and replaced: it never ends the process. */
export function openPool(connection: pg.ClientConfig, settings: PoolSettings, log: Log): pg.Pool {
  const pool = new ServicePool({
    ...connection,
    max: settings.size,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: settings.statementTimeoutMs,
    query_timeout: Math.min(settings.statementTimeoutMs + NETWORK_GRACE_MS, MAX_TIMER_MS),
    keepAlive: true,
    // Sends a statement without waiting for the results of those before it on the same connection. It also makes
    // node-postgres close the connection when `query_timeout` passes. Otherwise the connection would go back to the
    // pool while the server still runs the statement, and the next statement would wait for it or join its transaction.
    pipeline: true,
  })
  const warn = (error: Error) => {
    log.warn({ error: error.message }, 'A database connection broke')
  }
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  return pool
}

type Parameters = unknown[]
type Query = (...parameters: Parameters) => Promise<unknown>

/**
 * A pool whose `query` differs from node-postgres's in two ways. This applies to Prisma too, which calls it for each
 * statement outside of a transaction.
 *
 * 1. Single statements use at most half of the connections: more do not raise the rate of a server with few CPUs. The
 *    rest is for transactions and pipelines, which would otherwise wait for a connection.
 * 2. A connection is kept, with its prepared statements, after an error that concerns the statement alone, such as a
 *    constraint violation. node-postgres closes it after any error.
 */
class ServicePool extends pg.Pool {
  private readonly limitedQuery = limitConcurrency(
    {
      maxConcurrency: Math.ceil(this.options.max / 2),
      queueTimeoutMs: queueTimeoutOf(this),
    },
    (parameters: Parameters) => this.queryOnce(parameters),
  )

  /** Returns a promise; callbacks are not supported. `never` is what fits all of node-postgres's overloads. */
  override query(...parameters: Parameters): never {
    return this.limitedQuery(parameters) as never
  }

  private async queryOnce(parameters: Parameters): Promise<unknown> {
    const client = await this.connect()
    try {
      const result = await (client.query as Query)(...parameters)
      client.release()
      return result
    } catch (error) {
      client.release(mayBeBroken(error))
      throw error
    }
  }
}

/** Whether to close the connection after a failed statement: yes, unless the server reported an ordinary error. */
export const mayBeBroken = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError && error.severity === 'ERROR')

/** How long a statement may be queued: as long as a caller may wait for a connection. */
export const queueTimeoutOf = ({ options }: pg.Pool): number => options.connectionTimeoutMillis ?? 0
