import { Queue } from './queue.js'
import { BusyError } from './unavailable.js'

/** An item, and the functions that settle its caller's promise. */
export interface QueuedItem<Item, Result> {
  readonly item: Item
  /** When it was added, as `performance.now()`. */
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  /** Rejects it if it waits too long. */
  timer?: NodeJS.Timeout
}

export type Batch<Item, Result> = readonly QueuedItem<Item, Result>[]

export interface BatcherLimits {
  /** The most items in a batch. */
  readonly maxBatchSize: number
  /** The most batches that run at the same time. */
  readonly maxConcurrency: number
  /** A batch that runs longer than this no longer counts as running. If undefined, each batch counts until it ends. */
  readonly slowMs?: number
  /** Items queued longer than this are rejected with BusyError and never sent. If undefined, they wait until it is their turn. */
  readonly queueTimeoutMs?: number
}

/**
 * Runs items in batches. An item that arrives while fewer than `maxConcurrency` batches run is run immediately, alone.
 * Other items are queued, first in, first out; when a batch ends, the next one takes up to `maxBatchSize` of them.
 */
export class Batcher<Item, Result> {
  private readonly queue = new Queue<QueuedItem<Item, Result>>()
  private running = 0

  constructor(
    private readonly limits: BatcherLimits,
    /** Settles each item of a batch. It never rejects. */
    private readonly run: (batch: Batch<Item, Result>) => Promise<void>,
  ) {}

  get queued(): number {
    return this.queue.size
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queued: QueuedItem<Item, Result> = { item, since: performance.now(), resolve, reject }
      const giveUp = () => {
        this.queue.delete(queued)
        reject(new BusyError())
      }
      // Below the limit, the queue is empty: a batch that ends starts batches until the limit is reached.
      if (this.running < this.limits.maxConcurrency) void this.runBatch([queued])
      else {
        const { queueTimeoutMs: ms } = this.limits
        if (ms !== undefined) queued.timer = setTimeout(giveUp, ms)
        this.queue.add(queued)
      }
    })
  }

  private async runBatch(batch: Batch<Item, Result>): Promise<void> {
    const { slowMs } = this.limits
    this.running += 1
    let counted = true
    const release = () => {
      if (!counted) return
      counted = false
      this.running -= 1
      this.runQueued()
    }
    const timer = slowMs === undefined ? undefined : setTimeout(release, slowMs)
    await this.run(batch)
    clearTimeout(timer)
    release()
  }

  private runQueued(): void {
    while (this.running < this.limits.maxConcurrency && this.queue.size > 0) {
      const batch = this.queue.take(this.limits.maxBatchSize)
      for (const { timer } of batch) clearTimeout(timer)
      void this.runBatch(batch)
    }
  }
}
