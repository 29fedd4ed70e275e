import { expect, it } from 'vitest'
import { ReplicaLag } from '../../src/db/replicas/replica-lag.js'

it('is the age of the oldest WAL that the replica has not replayed', () => {
  const lag = new ReplicaLag()
  expect(lag.measure(0, 10n, 10n)).toBe(0)
  expect(lag.measure(100, 20n, 10n)).toBe(0)
  expect(lag.measure(200, 30n, 10n)).toBe(100)
  expect(lag.measure(300, 30n, 20n)).toBe(100)
  expect(lag.measure(400, 30n, 30n)).toBe(0)
})

it('grows while the primary does not respond', () => {
  const lag = new ReplicaLag()
  lag.measure(0, 20n, 10n)
  expect(lag.measure(500, undefined, 10n)).toBe(500)
  expect(lag.measure(600, undefined, 20n)).toBe(0)
})

it('does not count WAL that was lost with the earlier primary', () => {
  const lag = new ReplicaLag()
  lag.measure(0, 90n, 50n)
  expect(lag.measure(5000, 60n, 60n)).toBe(0)
  lag.measure(5200, 70n, 60n)
  expect(lag.measure(5300, 70n, 60n)).toBe(100)
})
