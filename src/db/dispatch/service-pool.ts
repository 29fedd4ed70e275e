import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { BehindError, BusyError } from '../unavailable.js'
import type { Caller } from './caller.js'
import { type Envelope, PLAIN, sendOne } from './envelope.js'
import { READ_ONLY } from './read-only.js'
import { WriteSemaphore } from './semaphores.js'
import type { ServiceClientConfig } from './service-client.js'
import { StatementQueue } from './statement-queue.js'
import type { WaitLimits } from './task.js'

export interface PoolLimits extends WaitLimits {
  /** How long a statement that only reads may run before it is cancelled. */
  readonly readTimeoutMs: number
  /** How long this process waits for the result of a statement that only reads before it closes the connection. */
  readonly answerTimeoutMs: number
  /** Whether the database can cancel a statement that runs. */
  readonly canCancel: boolean
}

/**
 * A pool that differs from node-postgres's in three ways.
 *
 * 1. `connect` waits at most `queueTimeoutMs` while all connections are in use. `connectionTimeoutMillis` is the time
 *    limit for a new connection.
 * 2. `write` sends at most as many statements at the same time as `WriteSemaphore` allows, and queues the others.
 * 3. `write` keeps a connection, with its prepared statements, after an error that concerns the statement alone, such
 *    as a constraint violation. node-postgres closes it after any error.
 */
export class ServicePool extends pg.Pool {
  readonly writes: StatementQueue<unknown>

  constructor(
    options: pg.PoolConfig & ServiceClientConfig,
    readonly limits: PoolLimits,
  ) {
    super(options)
    this.writes = new StatementQueue(new WriteSemaphore(this.options.max), limits)
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

  /** For tests: returns a promise, as `connect` does. `never` is assignable to the results of all overloads. */
  override query(...[first, values]: unknown[]): never {
    const statement =
      typeof first === 'string' ? { text: first, values: (values ?? []) as unknown[] } : first
    return this.write(statement as QueryConfig) as never
  }

  /** Sends a statement that may write. */
  write(statement: QueryConfig, caller?: Caller, envelope = PLAIN): Promise<QueryResult> {
    return this.writes.add({
      caller,
      run: (connectMs, onStart) => this.writeOnce(statement, connectMs, onStart, envelope),
    })
  }

  private async writeOnce(
    statement: QueryConfig,
    connectMs: number,
    onStart: () => void,
    envelope: Envelope,
  ): Promise<QueryResult> {
    const client = await this.connectWithin(connectMs)
    onStart()
    try {
      const result = await sendOne(client, statement, envelope)
      client.release()
      return result
    } catch (error) {
      client.release(mayBeBroken(error))
      throw error
    }
  }
}

/**
 * Whether to close the connection after a failed statement: yes, unless the server reported an ordinary error. If it reported
 * that it is read-only, the pool closes the connection.
 */
export const mayBeBroken = (error: unknown): boolean =>
  !(error instanceof BehindError) &&
  !(error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== READ_ONLY)
