import pg, { type PoolClient } from 'pg'
import type { Config } from '../../config.js'
import { MAX_TIMER_MS } from '../../config-values.js'
import type { Log } from '../log.js'
import type { Source } from '../source.js'
import { BusyError } from '../unavailable.js'
import type { Caller } from './caller.js'
import { WritePlaces } from './places.js'
import { StatementQueue, type WaitLimits } from './statement-queue.js'
import { watchConnections } from './watchdog.js'

/** The time limit of an interactive transaction of Prisma. */
export const TRANSACTION_MS = 15_000

/**
 * The client closes the connection if a result is this much later than the server's statement timeout. Then the network
 * hangs, or the statements that were pipelined before this one took too long.
 */
const NETWORK_GRACE_MS = 5000

/** As `NETWORK_GRACE_MS`, for a statement that only reads: the time to cancel it. */
const CANCEL_GRACE_MS = 1000

/** Idle connections are kept for ten minutes: the first statements on a new connection take several times as long. */
const IDLE_MS = 10 * 60_000

export interface PoolLimits extends WaitLimits {
  /** How long a statement that only reads may run before it is cancelled. */
  readonly readTimeoutMs: number
  /** How long the client waits for the result of such a statement before it closes the connection. */
  readonly answerTimeoutMs: number
  /** Whether the database can cancel a statement that runs. */
  readonly canCancel: boolean
}

/** Opens a pool. A connection that breaks is logged and replaced: it never ends the process. */
export function openPool(source: Source, config: Config, log: Log): ServicePool {
  const { connection, embedded } = source
  const { databaseConnectTimeoutMs, databaseStatementTimeoutMs, databasePoolSize } = config
  // All callers share the one embedded connection, so each may have to wait for a whole transaction.
  const connectTimeoutMs = Math.max(databaseConnectTimeoutMs, embedded ? TRANSACTION_MS : 0)
  const queueTimeoutMs = embedded ? connectTimeoutMs : config.databaseQueueTimeoutMs
  const pool = new ServicePool(
    {
      ...connection,
      max: embedded ? 1 : databasePoolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: databaseStatementTimeoutMs,
      query_timeout: Math.min(databaseStatementTimeoutMs + NETWORK_GRACE_MS, MAX_TIMER_MS),
      keepAlive: true,
      // Sends a statement without waiting for the results of those before it on the same connection. It also makes
      // node-postgres close the connection when `query_timeout` passes. Otherwise the connection would go back to the
      // pool while the server still runs the statement, and the next statement would wait for it or join its transaction.
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
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  if (!embedded) watchConnections(pool, log)
  return pool
}

type Parameters = unknown[]
type Query = (...parameters: Parameters) => Promise<unknown>

/**
 * A pool that differs from node-postgres's in three ways. All apply to Prisma too, which calls `connect` for a
 * transaction, and `query` for each statement outside of a transaction.
 *
 * 1. `connect` waits `queueTimeoutMs` while all connections are in use. `connectionTimeoutMillis` is the time limit for a
 *    new connection.
 * 2. `query` sends at most as many statements at the same time as `WritePlaces` allows, and queues the others.
 * 3. `query` keeps a connection, with its prepared statements, after an error that concerns the statement alone, such as a
 *    constraint violation. node-postgres closes it after any error.
 */
export class ServicePool extends pg.Pool {
  readonly writes: StatementQueue<unknown>

  constructor(
    options: pg.PoolConfig,
    readonly limits: PoolLimits,
  ) {
    super(options)
    this.writes = new StatementQueue(new WritePlaces(this.options.max), limits)
  }

  /** Returns a promise; callbacks are not supported. */
  override connect(): Promise<PoolClient> {
    return this.connectWithin(this.limits.queueTimeoutMs)
  }

  /** A connection. Rejects with BusyError if all connections are in use for longer than `ms`. */
  connectWithin(ms: number): Promise<PoolClient> {
    const hasConnection = this.idleCount > this.waitingCount || this.totalCount < this.options.max
    const connecting = super.connect()
    if (hasConnection) return connecting
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new BusyError())
      }, ms)
      connecting.then(
        (client) => {
          clearTimeout(timer)
          if (isLate) client.release()
          else resolve(client)
        },
        (error: unknown) => {
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      )
    })
  }

  /** As `connect`. `never` is assignable to the results of all overloads. */
  override query(...parameters: Parameters): never {
    return this.write(parameters) as never
  }

  /** Sends a statement that may write. */
  write(parameters: Parameters, caller?: Caller): Promise<unknown> {
    return this.writes.add({
      caller,
      run: (connectMs, onStart) => this.queryOnce(parameters, connectMs, onStart),
    })
  }

  private async queryOnce(
    parameters: Parameters,
    connectMs: number,
    onStart: () => void,
  ): Promise<unknown> {
    const client = await this.connectWithin(connectMs)
    onStart()
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
