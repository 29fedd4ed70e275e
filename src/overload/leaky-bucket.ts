/** A budget is the processor time in this period. */
const PERIOD_MS = 10_000

/** An exhausted bucket accepts requests again when its used share has fallen to this. */
const REOPENS_AT = 0.5

/** The bucket holds at most this share of its capacity, so that it reopens in the time in which it drains. */
const MAX_SHARE = 1.5

/** A leaky bucket of processor time: requests of one client fill it, and it drains at a constant rate. */
export class LeakyBucket {
  private usedMs = 0
  private isExhausted = false
  private updatedAt = performance.now()

  private readonly capacityMs: number

  /**
   * @param budgetMs the processor time in ten seconds; 0 for no limit
   * @param drainMs the time in which a full bucket drains: with a shorter one, the same budget allows shorter bursts
   */
  constructor(
    budgetMs: number,
    private readonly drainMs = PERIOD_MS,
  ) {
    this.capacityMs = (budgetMs * drainMs) / PERIOD_MS
  }

  /** Adds processor time, in milliseconds; negative to move it to another bucket. */
  charge(ms: number): void {
    const most = this.capacityMs === 0 ? Infinity : this.capacityMs * MAX_SHARE
    this.usedMs = Math.min(most, Math.max(0, this.leak() + ms))
  }

  /** The fill level, as a share of the budget. Above 1, the bucket is exhausted. */
  usedShare(): number {
    return this.capacityMs === 0 ? 0 : this.leak() / this.capacityMs
  }

  /** Milliseconds until an exhausted bucket accepts requests again; 0 if it is not exhausted. */
  exhaustedFor(): number {
    const share = this.usedShare()
    if (share > 1) this.isExhausted = true
    else if (share <= REOPENS_AT) this.isExhausted = false
    return this.isExhausted ? (share - REOPENS_AT) * this.drainMs : 0
  }

  private leak(): number {
    const now = performance.now()
    const leaked = ((now - this.updatedAt) / this.drainMs) * this.capacityMs
    this.updatedAt = now
    this.usedMs = Math.max(0, this.usedMs - leaked)
    return this.usedMs
  }
}
