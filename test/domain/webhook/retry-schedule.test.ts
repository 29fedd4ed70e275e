import { expect, it } from 'vitest'
import { parseRetryAfter, retryDelay } from '../../../src/domain/webhook/retry-schedule.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

it('waits up to 10 % less or more before the next attempt, and makes no eleventh one', () => {
  expect([0, 0.5, 1].map((random) => retryDelay(1, random, undefined))).toEqual([4500, 5000, 5500])
  expect(retryDelay(9, 1, undefined)).toBe(1.1 * DAY)
  expect(retryDelay(10, 0.5, undefined)).toBeUndefined()
  expect(retryDelay(10, 0.5, MINUTE)).toBeUndefined()
})

it('waits as long as the receiver asks if this is longer, at most a day', () => {
  expect(retryDelay(2, 0.5, 6 * MINUTE)).toBe(6 * MINUTE)
  expect(retryDelay(2, 0.5, MINUTE)).toBe(5 * MINUTE)
  expect(retryDelay(2, 0.5, 3 * DAY)).toBe(DAY)
})

it('reads Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-11-26T08:00:00Z')
  const parse = (header?: string) => parseRetryAfter(header, now)
  expect(parse('120')).toBe(2 * MINUTE)
  expect(parse('Thu, 26 Nov 2026 08:05:00 GMT')).toBe(5 * MINUTE)
  expect(parse('Thu, 26 Nov 2026 07:00:00 GMT')).toBe(0)
  expect(parse('999999999')).toBe(DAY)
  expect(parse('Fri, 27 Nov 2027 08:00:00 GMT')).toBe(DAY)
  expect(parse('soon')).toBeUndefined()
  expect(parse()).toBeUndefined()
})
