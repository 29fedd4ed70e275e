/** Collecting the garbage of a work takes about a fifth of its time, later. */
const WITH_GARBAGE = 1.2

/** What processor time is charged to. */
export interface Account {
  /** Adds milliseconds; removes them if they are negative. */
  charge(ms: number): void
}

/**
 * Charges the processor time of one request to an account. Only synchronous work is measured, because other requests run
 * while a request waits. The rest is estimated.
 */
export class Meter {
  /** What the request was charged so far, in milliseconds. */
  spentMs = 0
  /** The part of it that was not done in pieces: during it, no other request runs. */
  blockingMs = 0
  private account: Account | undefined

  /** Runs synchronous work and charges its time. */
  time<Result>(work: () => Result): Result {
    const began = performance.now()
    try {
      return work()
    } finally {
      this.measured(performance.now() - began)
    }
  }

  /** Charges measured work. */
  measured(ms: number): void {
    this.charge(ms * WITH_GARBAGE)
  }

  /** Charges estimated work. */
  charge(ms: number): void {
    this.blockingMs += ms
    this.chargePieces(ms)
  }

  /** Charges estimated work that is done in several short pieces, between which other requests run. */
  chargePieces(ms: number): void {
    this.spentMs += ms
    this.account?.charge(ms)
  }

  /** Charges all work of the request, past and future, to this account. */
  chargeTo(account: Account): void {
    if (account === this.account) return
    if (this.spentMs > 0) {
      this.account?.charge(-this.spentMs)
      account.charge(this.spentMs)
    }
    this.account = account
  }
}
