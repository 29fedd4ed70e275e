const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]

/** How long after a failed attempt the next one follows: the recommendation of Standard Webhooks. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The most time that a receiver can ask for. */
const MAX_PAUSE_MS = 24 * HOUR

/** The part of a delay that is random, so that many deliveries that failed together are not repeated together. */
const JITTER = 0.2

/**
 * The time in milliseconds until the next attempt, after `failures` failed ones; undefined after the last. `random`: from 0 to 1. A
 * receiver that asks for a longer time gets it.
 */
export function retryDelay(
  failures: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const delay = DELAYS_MS[failures - 1]
  if (delay === undefined) return undefined
  const spread = delay * (1 - JITTER / 2 + JITTER * random)
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS))
}

/** The header `Retry-After`, seconds or a date, in milliseconds from now. Undefined if it is neither. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header) * SECOND, MAX_PAUSE_MS)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), MAX_PAUSE_MS)
}
