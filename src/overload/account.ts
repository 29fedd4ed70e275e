/** The time in which a used budget is full again. */
export const REFILL_MS = 10_000

/** The processor time that one client has used: a leaky bucket, which loses a full budget in `REFILL_MS`. */
export class Account {
  private usedMs = 0
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

  /** Milliseconds until the account is within its budget; 0 if it is. */
  exhaustedFor(): number {
    return Math.max(0, this.usedShare() - 1) * REFILL_MS
  }

  private leak(): number {
    const now = performance.now()
    const leaked = ((now - this.updatedAt) / REFILL_MS) * this.budgetMs
    this.updatedAt = now
    this.usedMs = Math.max(0, this.usedMs - leaked)
    return this.usedMs
  }
}
