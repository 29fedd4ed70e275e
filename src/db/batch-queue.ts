import { BusyError } from './unavailable.js'

/** One who waits for what he asked for. */
export interface Waiting<Asked, Answer> {
  readonly asked: Asked
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

export interface BatchLimits {
  /** How many make a batch. */
  readonly size: number
  /** How many batches are under way at once. */
  readonly atOnce: number
  /** After how long a batch no longer keeps the next one waiting; without it, it always does. */
  readonly slowMs?: number
  /** Who has waited longer than this is told to come again, and what he asked for is not done. */
  readonly waitMs: number
}

/** Does at once what can be done, and the rest in batches: who comes while enough are under way goes with the next. */
export class BatchQueue<Asked, Answer> {
  /** In the order in which they came, each with the timer that ends its wait. */
  private readonly queue = new Map<Waiting<Asked, Answer>, NodeJS.Timeout>()
  private underWay = 0

  constructor(
    private readonly limits: BatchLimits,
    /** Answers each of a batch, and never fails. */
    private readonly run: (batch: readonly Waiting<Asked, Answer>[]) => Promise<void>,
  ) {}

  add(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { asked, resolve, reject }
      // Nobody waits then: whenever a batch ends, all who may go have gone.
      if (this.underWay < this.limits.atOnce) void this.runBatch([waiting])
      else this.queue.set(waiting, this.limitWait(waiting))
    })
  }

  private limitWait(waiting: Waiting<Asked, Answer>): NodeJS.Timeout {
    return setTimeout(() => {
      this.queue.delete(waiting)
      waiting.reject(new BusyError())
    }, this.limits.waitMs)
  }

  private runNext(): void {
    while (this.underWay < this.limits.atOnce && this.queue.size > 0) {
      const batch = [...this.queue].slice(0, this.limits.size)
      for (const [waiting, timer] of batch) {
        clearTimeout(timer)
        this.queue.delete(waiting)
      }
      void this.runBatch(batch.map(([waiting]) => waiting))
    }
  }

  private async runBatch(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    const { slowMs } = this.limits
    this.underWay += 1
    let keepsWaiting = true
    const letNext = () => {
      if (!keepsWaiting) return
      keepsWaiting = false
      this.underWay -= 1
      this.runNext()
    }
    const timer = slowMs === undefined ? undefined : setTimeout(letNext, slowMs)
    await this.run(batch)
    clearTimeout(timer)
    letNext()
  }
}
