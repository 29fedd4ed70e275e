import pg from 'pg'
import { type Config, MAX_TIMER_MS } from '../../config.js'
import type { Log } from '../log.js'
import type { Source } from '../source.js'
import { Batcher, SLOW_MS } from './batcher.js'

/** The time limit of an interactive transaction of Prisma. */
export const TRANSACTION_MS = 15_000

/**
 * The client closes the connection if a result is this much later than the server's statement timeout. Then the network
 * hangs, or the statements that were pipelined before this one took too long.
 */
const NETWORK_GRACE_MS = 5000

/** Idle connections are kept for ten minutes: the first statements on a new connection take several times as long. */
const IDLE_MS = 10 * 60_000

/** Opens a pool. A connection that breaks is logged and replaced: it never ends the process. */
export function openPool(
  { connection, embedded }: Source,
  config: Config,
  log: Log,
  Client = pg.Client,
): pg.Pool {
  const { databaseConnectTimeoutMs, databaseStatementTimeoutMs, databasePoolSize } = config
  const pool = new ServicePool({
    ...connection,
    Client,
    max: embedded ? 1 : databasePoolSize,
    // All callers share the one embedded connection, so each may have to wait for a whole transaction.
    connectionTimeoutMillis: Math.max(databaseConnectTimeoutMs, embedded ? TRANSACTION_MS : 0),
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: databaseStatementTimeoutMs,
    query_timeout: Math.min(databaseStatementTimeoutMs + NETWORK_GRACE_MS, MAX_TIMER_MS),
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
 * A pool whose `query` differs from node-postgres's in two ways. Both apply to Prisma too, which calls `query` for each
 * statement outside of a transaction.
 *
 * 1. Single statements use at most half of the connections, and further ones are queued. More would not raise the rate
 *    of a server with few CPUs, and transactions and pipelines would have to wait for a connection. A statement that
 *    takes longer than 100 ms no longer counts, so that slow statements do not block quick ones.
 * 2. A connection is kept, with its prepared statements, after an error that concerns the statement alone, such as a
 *    constraint violation. node-postgres closes it after any error.
 */
class ServicePool extends pg.Pool {
  private readonly batcher = new Batcher<Parameters, unknown>(
    {
      maxBatchSize: 1,
      maxConcurrency: Math.ceil(this.options.max / 2),
      slowMs: SLOW_MS,
      queueTimeoutMs: queueTimeoutOf(this),
    },
    async (batch) => {
      for (const { item, resolve, reject } of batch)
        await this.queryOnce(item).then(resolve, reject)
    },
  )

  /** Returns a promise; callbacks are not supported. `never` is assignable to the results of all overloads. */
  override query(...parameters: Parameters): never {
    return this.batcher.add(parameters) as never
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
