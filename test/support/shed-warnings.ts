import { expect } from 'vitest'
import type { LogLine } from './logged-service.js'

/** The service logs at most one warning in this time, in milliseconds. */
const INTERVAL_MS = 10_000

/** Expects nothing above a warning in the log, and one warning without a stack for all refused requests since a time. */
export function expectOneWarning(lines: readonly LogLine[], since: number): void {
  const warnings = lines.filter(({ level }) => Number(level) >= 40)
  for (const warning of warnings) {
    expect(warning).toMatchObject({
      level: 40,
      msg: 'Requests are refused, because the service is overloaded',
    })
    expect(warning).not.toHaveProperty('err')
  }
  expect(warnings[0]).toMatchObject({ refused: 1 })
  // On a slow machine, the requests take longer than the interval.
  const intervals = Math.floor((performance.now() - since) / INTERVAL_MS)
  expect(warnings.length).toBeLessThanOrEqual(1 + intervals)
}
