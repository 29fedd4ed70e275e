import type { Outcome } from './response.js'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000

/**
 * When entries of the queue are sent again. Without a response, or with 429 or 503, all of them wait: as long as `Retry-After` says,
 * otherwise 1 s, then twice as long each time, at most a minute. After another failure of the service, only its entry waits.
 */
export class RetryTimes {
  private readonly notBefore = new Map<string, number>()
  private pausedUntil = 0
  private failures = 0

  /** Nothing waits any longer. */
  clear(): void {
    this.pausedUntil = 0
    this.notBefore.clear()
  }

  succeed(): void {
    this.failures = 0
  }

  /** Waits longer with each failure in a row. */
  fail(key: string, { afterMs, isOwn }: Outcome & { readonly kind: 'later' }): void {
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.failures, LAST_RETRY_MS)
    this.failures += 1
    const until = Date.now() + (afterMs ?? delay * (0.5 + Math.random() / 2))
    if (isOwn) this.notBefore.set(key, until)
    else this.pausedUntil = until
  }

  isDue(key: string): boolean {
    return Math.max(this.notBefore.get(key) ?? 0, this.pausedUntil) <= Date.now()
  }

  /** The milliseconds until the first of these entries is due. */
  untilNext(keys: readonly string[]): number {
    const first = Math.min(...keys.map((key) => this.notBefore.get(key) ?? 0))
    return Math.max(this.pausedUntil - Date.now(), first - Date.now(), 0)
  }
}
