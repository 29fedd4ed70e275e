import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LeakyBucket } from '../../src/overload/leaky-bucket.js'
import { RequestCredentials } from '../../src/request/credentials.js'
import { assignPayer } from '../../src/overload/find-payer.js'
import { Payers } from '../../src/overload/payers.js'
import { testDatabase } from '../support/database.js'
import { serverRequest } from '../support/server-request.js'

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

it('allows shorter bursts with the same budget if it drains faster', () => {
  const bucket = new LeakyBucket(4000, 2500)
  bucket.charge(1100)
  expect(bucket.usedShare()).toBe(1.1)
  expect(bucket.exhaustedFor()).toBeCloseTo(1500)
  vi.advanceTimersByTime(1500)
  expect(bucket.exhaustedFor()).toBe(0)
})

it('never holds more than one and a half budgets', () => {
  const bucket = new LeakyBucket(2000)
  bucket.charge(1e6)
  expect(bucket.exhaustedFor()).toBe(10_000)
})

it('has no limit with a budget of 0', () => {
  const bucket = new LeakyBucket(0)
  bucket.charge(1e9)
  expect([bucket.usedShare(), bucket.exhaustedFor()]).toEqual([0, 0])
})

const VIEWER = { companyId: 1, userId: 1 }
const requestWith = (payers: Payers, token: string, ip = '10.0.0.1') => {
  const request = serverRequest(testDatabase(), { token, ip }) as FastifyRequest
  assignPayer(payers, request)
  return request
}

it('charges an address for requests, until their credentials turn out to be valid', () => {
  const payers = new Payers(2000, 1000)
  const address = payers.ofAddress('10.0.0.1')
  const { access, meter } = requestWith(payers, 'one')
  meter.charge(500)
  expect(address.bucket.usedShare()).toBe(0.5)
  access.identify(VIEWER)
  expect([address, address.group].map((payer) => payer?.bucket.usedShare())).toEqual([0, 0])
  const user = payers.findByCredentials(access.credentials)
  expect(user?.bucket.usedShare()).toBe(0.25)
  requestWith(payers, 'one', '10.0.0.2').meter.charge(1500)
  expect([user?.bucket.usedShare(), payers.mayBeExhausted()]).toEqual([1, false])
})

it('charges all sessions of a user together', () => {
  const payers = new Payers(2000, 1000)
  const requests = ['one', 'two', 'three'].map((token) => requestWith(payers, token))
  for (const { access, meter } of requests) {
    access.identify(VIEWER)
    meter.charge(700)
  }
  expect(requests.map(({ payer }) => payer.exhaustion()?.by)).toEqual([
    'itself',
    'itself',
    'itself',
  ])
  const other = requestWith(payers, 'four')
  other.access.identify({ companyId: 2, userId: 1 })
  expect(other.payer.exhaustion()).toBeUndefined()
})

it('refuses the busy users of a company that together use three budgets, and spares the others', () => {
  const payers = new Payers(2000, 1000)
  const users = Array.from({ length: 5 }, (_, userId) => {
    const request = requestWith(payers, `user ${userId}`)
    request.access.identify({ companyId: 1, userId })
    return request
  })
  for (const { meter } of users.slice(0, 4)) meter.charge(1600)
  expect(users.map(({ payer }) => payer.exhaustion()?.by)).toEqual([
    ...Array.from({ length: 4 }, () => 'group'),
    undefined,
  ])
  for (const { meter } of users.slice(0, 4)) meter.charge(300)
  expect(users[4]?.payer.exhaustion()?.by).toBe('group')
})

it('refuses the busy ones of many addresses that together use two budgets', () => {
  const payers = new Payers(2000, 1000)
  const addresses = Array.from({ length: 200 }, (_, index) => payers.ofAddress(`10.0.1.${index}`))
  for (const address of addresses) address.charge(4)
  expect(addresses[0]?.exhaustion()).toBeUndefined()
  for (const address of addresses.slice(0, 4)) address.charge(60)
  expect(addresses[0]?.exhaustion()?.by).toBe('group')
  expect(payers.ofAddress('10.0.2.1').exhaustion()).toBeUndefined()
})

it('counts an IPv6 network of 64 bits as one address', () => {
  const payers = new Payers(2000, 1000)
  payers.ofAddress('2001:db8:1:2::1').charge(500)
  expect(payers.ofAddress('2001:db8:1:2:ffff::9').bucket.usedShare()).toBe(0.5)
  expect(payers.ofAddress('2001:db8:1:3::1').bucket.usedShare()).toBe(0)
})

it('knows the work of a kind of request from its last one, of the payer, otherwise of its group', () => {
  const payers = new Payers(2000, 1000)
  const [one, two] = [1, 2].map((userId) =>
    payers.recognise(new RequestCredentials(`token ${userId}`, undefined), {
      companyId: 1,
      userId,
    }),
  )
  const kind = {}
  expect([one?.isLight(kind), two?.isLight(kind)]).toEqual([false, false])
  one?.remember(kind, 0.5)
  expect([one?.isLight(kind), two?.isLight(kind), two?.isLight({})]).toEqual([true, true, false])
  two?.remember(kind, 5)
  expect([one?.isLight(kind), two?.isLight(kind)]).toEqual([true, false])
})

it('charges followers of links to the company of the link', () => {
  const payers = new Payers(2000, 1000)
  const follow = (companyId: number) => {
    const request = requestWith(payers, `link ${companyId}`)
    request.access.identify({ companyId })
    request.meter.charge(500)
    return request.payer
  }
  const [one, other, again] = [follow(1), follow(2), follow(1)]
  expect([one.bucket.usedShare(), other.bucket.usedShare()]).toEqual([0.5, 0.25])
  expect([again === one, one.group === other.group]).toEqual([true, false])
})
