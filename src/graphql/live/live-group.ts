import { setTimeout as delay } from 'node:timers/promises'
import { isStatementTimeout } from '../../db/unavailable.js'
import type { ChangedRecord } from '../../domain/change-feed/last-changes.js'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import { resync } from '../errors.js'
import type { Batch } from './batch.js'
import type { LiveStream } from './live-stream.js'
import type { LiveSubscription } from './live-subscription.js'

/** The most changes of one run, and of those that wait for it. */
const MAX_RUN = 100
const MAX_WAITING = 1000

/** The pause after a run that failed because the database is unavailable, in milliseconds. */
const RETRY_MS = 500

/** What a group needs from the hub. */
export interface GroupHooks {
  /** Checks the credentials of these streams, unless that was done a moment ago, and ends those that are no longer valid. */
  readonly checkCredentials: (streams: ReadonlySet<LiveStream>) => Promise<void>
  readonly onDelivery: (seconds: number, events: number) => void
  readonly report: (error: unknown) => void
}

/** A change, and when the log was read in which it was found. */
interface Waiting {
  readonly change: ChangedRecord
  readonly foundAt: number
}

/**
 * The streams of one company with the same role, document and variables. The subscription is executed once for all of them, as one user
 * after the other. One run at a time: the order of the log is kept.
 */
export class LiveGroup {
  readonly streams = new Set<LiveStream>()
  private waiting: Waiting[] = []
  private isRunning = false

  constructor(
    readonly subscription: LiveSubscription,
    private readonly hooks: GroupHooks,
  ) {}

  push(changes: readonly ChangedRecord[], foundAt: number): void {
    if (this.streams.size === 0) return
    for (const change of changes)
      if (this.subscription.wants(change)) this.waiting.push({ change, foundAt })
    if (this.waiting.length > MAX_WAITING) {
      this.waiting = []
      this.endAll([resync('There were too many changes at the same time.')])
    } else if (this.waiting.length > 0 && !this.isRunning) {
      this.isRunning = true
      void this.run().finally(() => (this.isRunning = false))
    }
  }

  /** Whether so many changes wait that the log should not be read for now. */
  get isBehind(): boolean {
    return this.waiting.length > MAX_WAITING / 2
  }

  /** Sends idle streams an event which says that they are alive, with a cursor to continue from: a position of the log. */
  keepAlive(position: LogPosition): void {
    // The position may be after changes that have not been sent yet.
    if (this.waiting.length > 0 || this.isRunning) return
    for (const stream of this.streams)
      stream.keepAlive(() => this.subscription.alive(stream.latestOf(position)))
  }

  endAll(errors?: readonly unknown[]): void {
    for (const stream of [...this.streams]) stream.end(errors)
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0 && this.streams.size > 0) {
      const taken = this.waiting.splice(0, MAX_RUN)
      try {
        await this.deliver(taken)
      } catch (error) {
        if (isStatementTimeout(error)) this.endAll([error])
        else {
          this.hooks.report(error)
          this.waiting.unshift(...taken)
          await delay(RETRY_MS)
        }
      }
    }
    if (this.streams.size === 0) this.waiting = []
  }

  private async deliver(taken: readonly Waiting[]): Promise<void> {
    await this.hooks.checkCredentials(this.streams)
    const [leader] = this.streams
    if (!leader) return
    // To the end, so that the streams take turns.
    this.streams.delete(leader)
    this.streams.add(leader)
    const batch: Batch = await this.subscription.execute(
      leader,
      taken.map(({ change }) => change),
    )
    for (const stream of [...this.streams]) stream.send(batch)
    const [first] = taken
    const foundAt = first?.foundAt ?? performance.now()
    this.hooks.onDelivery((performance.now() - foundAt) / 1000, batch.length * this.streams.size)
  }
}
