/** The time in which a budget that is used up becomes full again. */
export const REFILL_MS = 10_000

/** An exhausted account accepts requests again when the used share of its budget has fallen to this. */
const REOPENS_AT = 0.5

/** The processor time that one client has used: a leaky bucket, which loses a full budget in `REFILL_MS`. */
export class Account {
  private usedMs = 0
  private isExhausted = false
  private updatedAt = performance.now()

  /** A budget of 0 has no limit. */
  constructor(private readonly budgetMs: number) {}

  /** Adds processor time, in milliseconds; negative to move it to another account. */
  charge(ms: number): void {
    this.usedMs = Math.max(0, this.leak() + ms)
  }

  /** How much of the budget is used: above 1, it is exhausted. */
  usedShare(): number {
    return this.budgetMs === 0 ? 0 : this.leak() / this.budgetMs
  }

  /** Milliseconds until an exhausted account accepts requests again; 0 if it is not exhausted. */
  exhaustedFor(): number {
    const share = this.usedShare()
    if (share > 1) this.isExhausted = true
    else if (share <= REOPENS_AT) this.isExhausted = false
    return this.isExhausted ? (share - REOPENS_AT) * REFILL_MS : 0
  }

  private leak(): number {
    const now = performance.now()
    const leaked = ((now - this.updatedAt) / REFILL_MS) * this.budgetMs
    this.updatedAt = now
    this.usedMs = Math.max(0, this.usedMs - leaked)
    return this.usedMs
  }
}
