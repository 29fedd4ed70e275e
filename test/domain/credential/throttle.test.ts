import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { networkOf } from '../../../src/domain/credential/network-of.js'
import { signIn } from '../../../src/domain/credential/sign-in.js'
import { createThrottle, type Throttle } from '../../../src/domain/credential/throttle.js'
import { newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { newAddress } from '../../support/addresses.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

const countAttempt = (throttle: Throttle, username: string, address: string) =>
  throttle.countAttempt({ username, network: networkOf(address), known: 'none' })

const outcomes = async (attempts: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts)
  return settled.map((one) => (one.status === 'fulfilled' ? 'counted' : one.reason.code))
}

const several = (count: number, attempt: (index: number) => Promise<unknown>) =>
  outcomes(Array.from({ length: count }, (_, index) => attempt(index)))

const count = (list: string[], wanted: string) => list.filter((one) => one === wanted).length

it('limits attempts per account and address, also concurrent ones', async () => {
  const throttle = createThrottle(serviceDb, 3)
  const [account, address] = [randomUUID(), newAddress()]
  const answers = await several(10, () => countAttempt(throttle, account, address))
  expect(count(answers, 'counted')).toBe(3)
  expect(count(answers, 'THROTTLED')).toBe(7)
})

it('returns in how many seconds attempts are allowed again', async () => {
  const throttle = createThrottle(serviceDb, 1)
  const [account, address] = [randomUUID(), newAddress()]
  await countAttempt(throttle, account, address)
  const refusal = await countAttempt(throttle, account, address).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'THROTTLED', errors: [] })
  expect(refusal.retryAfter).toBeGreaterThan(50)
  expect(refusal.retryAfter).toBeLessThanOrEqual(60)

  // Rejected attempts do not prolong it: after that time the account is free again.
  await db.pool.query('update login_attempt set expire = expire - $1', [refusal.retryAfter * 1000])
  const attempts = await several(1, () => countAttempt(throttle, account, address))
  expect(attempts).toEqual(['counted'])
})

it('allows attempts on an account from a second address while a first one is throttled', async () => {
  const throttle = createThrottle(serviceDb, 2)
  const [account, attacker] = [randomUUID(), newAddress()]
  const attacks = await several(40, () => countAttempt(throttle, account, attacker))
  expect(count(attacks, 'THROTTLED')).toBe(38)
  const attempts = await several(1, () => countAttempt(throttle, account, newAddress()))
  expect(attempts).toEqual(['counted'])
})

it('counts all addresses of one IPv6 network together', async () => {
  const throttle = createThrottle(serviceDb, 1)
  const [account, address] = [randomUUID(), newAddress()]
  await countAttempt(throttle, account, address)
  await expect(
    countAttempt(throttle, account, address.replace(/1$/, 'beef')),
  ).rejects.toMatchObject({ code: 'THROTTLED' })
})

it('limits attempts on one account from many addresses', async () => {
  const throttle = createThrottle(serviceDb, 1)
  const account = randomUUID()
  const answers = await several(15, () => countAttempt(throttle, account, newAddress()))
  expect(count(answers, 'counted')).toBe(10)
})

it('limits attempts on many accounts from one address', async () => {
  const throttle = createThrottle(serviceDb, 1)
  const address = newAddress()
  const answers = await several(15, () => countAttempt(throttle, randomUUID(), address))
  expect(count(answers, 'counted')).toBe(10)
})

it('counts across all instances of the service', async () => {
  const [account, address] = [randomUUID(), newAddress()]
  await countAttempt(createThrottle(serviceDb, 1), account, address)
  await expect(countAttempt(createThrottle(serviceDb, 1), account, address)).rejects.toMatchObject({
    code: 'THROTTLED',
  })
})

const signInWith = (throttle: Throttle, address: string) => (username: string, password: string) =>
  signIn(
    { db: serviceDb, throttle, maxSessionsPerUser: 50 },
    { username, password, audience: 'graphql', address },
  )

it('rejects the right password too after too many wrong ones', async () => {
  const { email } = await newUser(await newCompany(db))
  const attempt = signInWith(createThrottle(serviceDb, 3), newAddress())
  const answers = await several(5, () => attempt(email, 'wrong'))
  expect(count(answers, 'UNAUTHENTICATED')).toBe(3)
  expect(count(answers, 'THROTTLED')).toBe(2)
  await expect(attempt(email.toUpperCase(), PASSWORD)).rejects.toMatchObject({ code: 'THROTTLED' })
})

it('limits attempts on an account that does not exist', async () => {
  const attempt = signInWith(createThrottle(serviceDb, 3), newAddress())
  const name = `${'long'.repeat(200)}${randomUUID()}`
  const answers = await several(5, () => attempt(name, 'wrong'))
  expect(count(answers, 'UNAUTHENTICATED')).toBe(3)
  expect(count(answers, 'THROTTLED')).toBe(2)
})

it('does not count attempts that succeed, and forgets failures after a success', async () => {
  const { email } = await newUser(await newCompany(db))
  const attempt = signInWith(createThrottle(serviceDb, 2), newAddress())
  for (let round = 0; round < 15; round += 1) {
    expect((await several(1, () => attempt(email, 'wrong')))[0]).toBe('UNAUTHENTICATED')
    expect((await several(1, () => attempt(email, PASSWORD)))[0]).toBe('counted')
  }
})

it('does not keep the process alive', async () => {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  createThrottle(serviceDb, 1)
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(timers)
})
