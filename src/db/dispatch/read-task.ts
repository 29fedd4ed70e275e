import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { ClientDisconnectedError, isStatementTimeout, ReadTimeoutError } from '../unavailable.js'
import type { Caller } from './caller.js'
import { cancelStatement } from './cancel.js'
import { type Envelope, sendOne } from './envelope.js'
import { mayBeBroken, type ServicePool } from './service-pool.js'
import { PreemptedError, type Task } from './task.js'

/** A statement that only reads. */
export interface Read {
  readonly statement: QueryConfig
  readonly caller: Caller | undefined
  readonly envelope: Envelope
}

/**
 * Why a statement was cancelled: its client has disconnected, it ran too long, or it was slow and held a permit for
 * quick statements.
 */
type Reason = 'left' | 'late' | 'slow'

/**
 * A statement that only reads. It is cancelled if its client disconnects, and after the pool's `readTimeoutMs`. The
 * embedded database cannot cancel a statement.
 */
export class ReadTask implements Task<QueryResult> {
  readonly preempt
  private client: PoolClient | undefined
  private reason: Reason | undefined
  private cancelled: Promise<boolean> | undefined

  constructor(
    private readonly pool: ServicePool,
    private readonly read: Read,
  ) {
    this.preempt = pool.limits.canCancel
      ? () => {
          this.stop('slow')
        }
      : undefined
  }

  get caller(): Caller | undefined {
    return this.read.caller
  }

  get text(): string {
    return this.read.statement.text
  }

  async run(connectMs: number, onStart: () => void): Promise<QueryResult> {
    const { disconnect } = this.caller ?? {}
    if (disconnect?.isRaised) throw new ClientDisconnectedError()
    this.reason = undefined
    this.cancelled = undefined
    const removeListener = disconnect?.on(() => {
      this.stop('left')
    })
    try {
      return await this.send(await this.pool.connectWithin(connectMs), onStart)
    } catch (error) {
      throw this.errorFor(error)
    } finally {
      removeListener?.()
    }
  }

  private async send(client: PoolClient, onStart: () => void): Promise<QueryResult> {
    const { readTimeoutMs } = this.pool.limits
    if (this.reason) {
      client.release()
      throw new ClientDisconnectedError()
    }
    this.client = client
    onStart()
    const timer = setTimeout(() => {
      this.stop('late')
    }, readTimeoutMs)
    let broken = false
    try {
      return await sendOne(client, this.read.statement, this.read.envelope)
    } catch (error) {
      broken = mayBeBroken(error)
      throw error
    } finally {
      clearTimeout(timer)
      this.client = undefined
      const isReusable = !this.cancelled || (await this.cancelled)
      client.release(broken || !isReusable)
    }
  }

  private errorFor(error: unknown): unknown {
    if (this.reason === 'left') return new ClientDisconnectedError()
    if (this.reason === 'late' && isStatementTimeout(error)) return new ReadTimeoutError(error)
    return this.reason === 'slow' ? new PreemptedError() : error
  }

  private stop(reason: Reason): void {
    if (!this.client || !this.reason) this.reason = reason
    if (!this.client || !this.pool.limits.canCancel) return
    this.cancelled ??= cancelStatement(this.client)
  }
}
