import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TimeLeft } from '../../examples/scripts/command/time-left.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is unknown until a batch is done, also if an earlier run has done many rows', () => {
  const left = new TimeLeft(1000)
  for (let row = 0; row < 500; row += 1) left.add(1)
  expect(String(left)).toBe('unknown')
  vi.advanceTimersByTime(2000)
  for (let row = 0; row < 100; row += 1) left.add(1)
  expect(String(left)).toBe('8 s')
})

test('follows the rate of the last half minute', () => {
  const left = new TimeLeft(100_000)
  for (let batch = 0; batch < 60; batch += 1) {
    vi.advanceTimersByTime(1000)
    left.add(10)
  }
  expect(String(left)).toBe('2 h 45 min')
  for (let batch = 0; batch < 40; batch += 1) {
    vi.advanceTimersByTime(1000)
    left.add(1000)
  }
  expect(String(left)).toBe('1 min 0 s')
})
