import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LeakyBucket } from '../../src/overload/leaky-bucket.js'
import { ProcessorBudgets } from '../../src/overload/processor-budgets.js'
import { Meter } from '../../src/overload/meter.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('drains an exhausted bucket to half before it accepts requests again', () => {
  const bucket = new LeakyBucket(2000)
  bucket.charge(2500)
  expect(bucket.usedShare()).toBe(1.25)
  expect(bucket.exhaustedFor()).toBe(7500)
  vi.advanceTimersByTime(2500)
  expect([bucket.usedShare(), bucket.exhaustedFor()]).toEqual([1, 5000])
  vi.advanceTimersByTime(5000)
  expect([bucket.usedShare(), bucket.exhaustedFor()]).toEqual([0.5, 0])
  vi.advanceTimersByTime(10_000)
  expect(bucket.usedShare()).toBe(0)
})

it('has no limit with a budget of 0', () => {
  const bucket = new LeakyBucket(0)
  bucket.charge(1e9)
  expect([bucket.usedShare(), bucket.exhaustedFor()]).toEqual([0, 0])
})

it('charges an address for requests, until their credentials turn out to be valid', () => {
  const budgets = new ProcessorBudgets(2000)
  const headers = { authorization: 'Bearer one' }
  const address = budgets.ofAddress('10.0.0.1')
  const meter = new Meter(budgets, { headers, ip: '10.0.0.1' })
  meter.charge(500)
  expect(address.usedShare()).toBe(0.5)
  meter.authenticated('session')
  expect(address.usedShare()).toBe(0)
  const client = budgets.findByCredentials(meter.credentials)
  expect(client?.usedShare()).toBe(0.25)
  new Meter(budgets, { headers, ip: '10.0.0.2' }).charge(1500)
  expect([client?.usedShare(), budgets.mayBeExhausted()]).toEqual([1, false])
})

it('counts an IPv6 network of 64 bits as one address', () => {
  const budgets = new ProcessorBudgets(2000)
  budgets.ofAddress('2001:db8:1:2::1').charge(500)
  expect(budgets.ofAddress('2001:db8:1:2:ffff::9').usedShare()).toBe(0.5)
  expect(budgets.ofAddress('2001:db8:1:3::1').usedShare()).toBe(0)
})
