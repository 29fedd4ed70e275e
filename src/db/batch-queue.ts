import { BusyError } from './faults.js'

/** Who has waited longer than this is told to come again, and what he asked for is not done. */
const LONGEST_WAIT_MS = 5000

/** One who waits for what he asked for. */
export interface Waiting<Asked, Answer> {
  readonly asked: Asked
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

interface Limits {
  /** How many make a batch. */
  readonly size: number
  /** How many batches are under way at once. */
  readonly atOnce: number
}

/** Does at once what can be done, and the rest in batches: who comes while enough are under way goes with the next. */
export class BatchQueue<Asked, Answer> {
  private readonly queue: (Waiting<Asked, Answer> & { readonly came: number })[] = []
  private underWay = 0

  constructor(
    private readonly limits: Limits,
    /** Answers each of a batch, and never fails. */
    private readonly run: (batch: readonly Waiting<Asked, Answer>[]) => Promise<void>,
  ) {}

  add(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.queue.push({ asked, resolve, reject, came: performance.now() })
      if (this.underWay < this.limits.atOnce) void this.work()
    })
  }

  private async work(): Promise<void> {
    this.underWay += 1
    while (this.queue.length > 0) {
      const batch = this.takeBatch()
      if (batch.length > 0) await this.run(batch)
    }
    this.underWay -= 1
  }

  /** The next batch, without those that have waited too long. */
  private takeBatch() {
    const now = performance.now()
    return this.queue.splice(0, this.limits.size).filter(({ came, reject }) => {
      const isLate = now - came > LONGEST_WAIT_MS
      if (isLate) reject(new BusyError())
      return !isLate
    })
  }
}
