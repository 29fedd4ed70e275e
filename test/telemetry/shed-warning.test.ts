import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createShedWarning } from '../../src/telemetry/shed-warning.js'
import { createLog } from '../../src/log/create-log.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('warns of the first refused request, and every 10 s of the number of those since', () => {
  const refused: unknown[] = []
  const write = (line: string) =>
    void refused.push((JSON.parse(line) as { refused: number }).refused)
  const warn = createShedWarning(createLog('info', { write }))
  for (let count = 0; count < 5; count += 1) warn()
  expect(refused).toEqual([1])
  vi.advanceTimersByTime(10_000)
  expect(refused).toEqual([1, 4])
  vi.advanceTimersByTime(20_000)
  warn()
  warn()
  expect(refused).toEqual([1, 4, 1])
})
