import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Account } from '../../src/overload/account.js'
import { Accounts } from '../../src/overload/accounts.js'
import { Meter } from '../../src/overload/meter.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('refills an exhausted budget by half before it is used again', () => {
  const account = new Account(2000)
  account.charge(2500)
  expect(account.usedShare()).toBe(1.25)
  expect(account.exhaustedFor()).toBe(7500)
  vi.advanceTimersByTime(2500)
  expect([account.usedShare(), account.exhaustedFor()]).toEqual([1, 5000])
  vi.advanceTimersByTime(5000)
  expect([account.usedShare(), account.exhaustedFor()]).toEqual([0.5, 0])
  vi.advanceTimersByTime(10_000)
  expect(account.usedShare()).toBe(0)
})

it('has no limit with a budget of 0', () => {
  const account = new Account(0)
  account.charge(1e9)
  expect([account.usedShare(), account.exhaustedFor()]).toEqual([0, 0])
})

it('charges an address for requests, until their credentials turn out to be valid', () => {
  const accounts = new Accounts(2000)
  const headers = { authorization: 'Bearer one' }
  const address = accounts.ofAddress('10.0.0.1')
  const meter = new Meter(accounts, { headers, ip: '10.0.0.1' })
  meter.charge(500)
  expect(address.usedShare()).toBe(0.5)
  meter.authenticated('session')
  expect(address.usedShare()).toBe(0)
  const client = accounts.findByCredentials(headers)
  expect(client?.usedShare()).toBe(0.25)
  new Meter(accounts, { headers, ip: '10.0.0.2' }).charge(1500)
  expect([client?.usedShare(), accounts.mayBeExhausted()]).toEqual([1, false])
})

it('counts an IPv6 network of 64 bits as one address', () => {
  const accounts = new Accounts(2000)
  accounts.ofAddress('2001:db8:1:2::1').charge(500)
  expect(accounts.ofAddress('2001:db8:1:2:ffff::9').usedShare()).toBe(0.5)
  expect(accounts.ofAddress('2001:db8:1:3::1').usedShare()).toBe(0)
})
