import { setTimeout as delay } from 'node:timers/promises'
import { UnavailableError } from './errors.js'

export interface RetryPolicy {
  /** The maximum number of attempts, the first included. */
  readonly attempts: number
  /** The wait before the first retry; it doubles with each retry, up to `maxMs`. */
  readonly baseMs: number
  readonly maxMs: number
  /** If `Retry-After` is longer than this, the error is thrown instead. */
  readonly maxRetryAfterMs: number
  /** Called before each wait. */
  readonly onWait?: (error: UnavailableError, waitMs: number) => void
}

/** With these values, a request fails after half a minute if every attempt gets "connection refused". */
export const DEFAULT_POLICY: RetryPolicy = {
  attempts: 8,
  baseMs: 250,
  maxMs: 10_000,
  maxRetryAfterMs: 120_000,
}

/** Exponential back-off with jitter: repeats `attempt` while it rejects with an `UnavailableError`. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof UnavailableError) || failures >= policy.attempts) throw error
      const { retryAfterMs = 0 } = error
      if (retryAfterMs > policy.maxRetryAfterMs) throw error
      const waitMs = retryAfterMs + backOff(policy, failures)
      policy.onWait?.(error, waitMs)
      await wait(waitMs, signal)
    }
  }
}

/** At least half of the exponential wait. The rest is random, so that clients do not return at the same moment. */
function backOff({ baseMs, maxMs }: RetryPolicy, failures: number): number {
  const ms = Math.min(baseMs * 2 ** (failures - 1), maxMs)
  return ms / 2 + (Math.random() * ms) / 2
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal && { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
