/** The time in which a full bucket drains. */
const DRAIN_MS = 10_000

/** An exhausted bucket accepts requests again when its used share has fallen to this. */
const REOPENS_AT = 0.5

/** The bucket holds at most this share of its capacity, so that it reopens in at most 10 s if no further requests come. */
const MAX_SHARE = 1.5

/** A leaky bucket of processor time: requests of one client fill it, and it drains its capacity in `DRAIN_MS`. */
export class LeakyBucket {
  private usedMs = 0
  private isExhausted = false
  private updatedAt = performance.now()

  /** A budget of 0 has no limit. */
  constructor(private readonly budgetMs: number) {}

  /** Adds processor time, in milliseconds; negative to move it to another bucket. */
  charge(ms: number): void {
    const most = this.budgetMs === 0 ? Infinity : this.budgetMs * MAX_SHARE
    this.usedMs = Math.min(most, Math.max(0, this.leak() + ms))
  }

  /** The fill level, as a share of the budget. Above 1, the bucket is exhausted. */
  usedShare(): number {
    return this.budgetMs === 0 ? 0 : this.leak() / this.budgetMs
  }

  /** Milliseconds until an exhausted bucket accepts requests again; 0 if it is not exhausted. */
  exhaustedFor(): number {
    const share = this.usedShare()
    if (share > 1) this.isExhausted = true
    else if (share <= REOPENS_AT) this.isExhausted = false
    return this.isExhausted ? (share - REOPENS_AT) * DRAIN_MS : 0
  }

  private leak(): number {
    const now = performance.now()
    const leaked = ((now - this.updatedAt) / DRAIN_MS) * this.budgetMs
    this.updatedAt = now
    this.usedMs = Math.max(0, this.usedMs - leaked)
    return this.usedMs
  }
}
