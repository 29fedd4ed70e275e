import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { streamOf } from '../dispatch/connection-stream.js'
import type { Queues } from '../dispatch/queues.js'
import type { Log } from '../../log/log.js'
import type { ReplicaCheck, ReplicaState } from './replica-check.js'
import { ReplicaLag } from './replica-lag.js'
import type { ReplicaStatus, State } from './replica-status.js'

/** The pause between two checks of a replica. */
const CHECK_INTERVAL_MS = 200

/** How long a read waits for the horizon before the primary answers it. */
const HORIZON_MS = 100

interface Options {
  readonly name: string
  readonly maxLagMs: number
  /** The end of the primary's WAL; undefined while the primary is unavailable. */
  readonly primaryLsn: () => Promise<bigint | undefined>
  readonly log: Log
}

/**
 * A replica and its connections. A check five times a second decides whether it is in use. `horizon` is the value of
 * the last check, so it may be too low. Each connection ensures (`horizon.ts`) that a read sees all transactions up
 * to its position.
 */
export class Replica {
  readonly reads = { answered: 0, behind: 0, failed: 0 }
  horizon = 0n
  private state: State = 'left_out'
  private lagMs = 0
  private reason = ''
  private readonly closing = new AbortController()
  private readonly lag = new ReplicaLag()
  private currentRead: Promise<unknown> = Promise.resolve()
  private nextRead: Promise<bigint> | undefined
  private readonly clients = new Set<PoolClient>()
  private readonly checking: Promise<void>

  constructor(
    readonly queues: Queues,
    private readonly check: ReplicaCheck,
    private readonly options: Options,
  ) {
    queues.pool.on('connect', (client) => this.clients.add(client))
    queues.pool.on('remove', (client) => this.clients.delete(client))
    this.checking = this.checkRepeatedly()
  }

  get isInUse(): boolean {
    return this.state === 'in_use'
  }

  /** Whether it now has all transactions up to a position. Concurrent calls share one statement. */
  async hasReached(position: bigint): Promise<boolean> {
    // A call never shares a statement that was sent before it: its answer may be too low.
    const reading = (this.nextRead ??= this.currentRead.then(() => {
      this.nextRead = undefined
      const read = this.check.readHorizon()
      this.currentRead = read.catch(() => undefined)
      return read
    }))
    const late = delay(HORIZON_MS, 0n, { ref: false })
    const horizon = await Promise.race([reading, late]).catch(() => 0n)
    if (horizon > this.horizon) this.horizon = horizon
    return position < this.horizon
  }

  /** Sends no reads to the replica until a check succeeds. */
  leaveOut(reason: string): void {
    this.horizon = 0n
    if (this.state === 'left_out' && reason === this.reason) return
    this.state = 'left_out'
    this.reason = reason
    this.options.log.warn({ replica: this.options.name, reason }, 'A replica receives no reads')
  }

  private become(state: State, message: string): void {
    if (this.state === state) return
    this.state = state
    this.reason = ''
    this.options.log.info({ replica: this.options.name }, message)
  }

  status(): ReplicaStatus {
    const { state, lagMs, reads } = this
    return { name: this.options.name, state, lagMs, reads }
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.checking
    await this.check.close()
    await this.queues.pool.end()
  }

  private async checkRepeatedly(): Promise<void> {
    const { signal } = this.closing
    while (!signal.aborted) {
      await this.checkOnce()
      await delay(CHECK_INTERVAL_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  private async checkOnce(): Promise<void> {
    try {
      const state = await this.check.readState()
      const primaryLsn = await this.options.primaryLsn()
      const { replayedLsn, horizon } = state
      if (!state.isReplica) {
        ;[this.horizon, this.lagMs] = [0n, 0]
        this.become('primary', 'A server of DATABASE_REPLICA_URLS is the primary')
        return
      }
      this.lagMs = this.lag.measure(performance.now(), primaryLsn, replayedLsn)
      const reason = this.reasonAgainst(state, primaryLsn)
      if (reason !== undefined) {
        this.leaveOut(reason)
        return
      }
      this.horizon = horizon
      this.become('in_use', 'A replica is in use')
    } catch (error) {
      this.leaveOut(error instanceof Error ? error.message : String(error))
      // Reads that wait for a server that hangs fail now, and the primary answers them.
      for (const client of this.clients) streamOf(client).destroy()
    }
  }

  private reasonAgainst(
    { isMigrated, isRestricted, replayedLsn }: ReplicaState,
    primaryLsn: bigint | undefined,
  ): string | undefined {
    if (!isMigrated) return 'it lacks a migration'
    if (isRestricted !== this.queues.kind.isRestricted)
      return 'its user is not the user of DATABASE_URL'
    if (primaryLsn !== undefined && replayedLsn > primaryLsn) return 'it follows another primary'
    return this.lagMs > this.options.maxLagMs ? 'it lags' : undefined
  }
}
