import { hashSecret } from '../../../src/domain/credential/secret.js'
import { expect, it } from 'vitest'
import { networkOf } from '../../../src/domain/credential/network-of.js'
import { signIn } from '../../../src/domain/credential/sign-in.js'
import { createThrottle } from '../../../src/domain/credential/throttle.js'
import { requestPasswordReset } from '../../../src/domain/user/request-password-reset.js'
import { newAddress } from '../../support/addresses.js'
import { newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

/** Attempts per minute to an account from an address; 20 to an account, and from an address. */
const LIMIT = 2
const throttle = createThrottle(serviceDb, LIMIT)

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const reset = (email: string, address: string, token?: string) =>
  outcomeOf(
    requestPasswordReset(
      { db: serviceDb, throttle, sendsMail: true },
      { email, address, tokenHash: token === undefined ? undefined : hashSecret(token) },
    ),
  )
const opened = (username: string, address: string, password = PASSWORD) =>
  signIn(
    { db: serviceDb, throttle, maxSessionsPerUser: 50 },
    { username, password, audience: 'graphql', address },
  )
const logIn = (username: string, address: string, password = PASSWORD) =>
  outcomeOf(opened(username, address, password))

const newOwner = async () => (await newUser(await newCompany(db))).email

it('lets the owner on a known network request a mail, whatever strangers request elsewhere', async () => {
  const [owner, home] = [await newOwner(), newAddress()]
  expect(await logIn(owner, home)).toBe('done')
  for (let round = 0; round < LIMIT * 10; round += 1) {
    expect(await reset(owner, newAddress())).toBe('done')
  }
  expect(await reset(owner, newAddress())).toBe('THROTTLED')
  expect(await reset(owner, home)).toBe('done')
})

it('lets the owner request a mail from anywhere with the token of an open session', async () => {
  const owner = await newOwner()
  const { accessToken } = await opened(owner, newAddress())
  for (let round = 0; round < LIMIT * 10; round += 1) await reset(owner, newAddress())
  const elsewhere = newAddress()
  expect(await reset(owner, elsewhere)).toBe('THROTTLED')
  expect(await reset(owner, elsewhere, accessToken)).toBe('done')
})

it('lets a network sign in for the first time, and its users request mails, whatever it has requested', async () => {
  const [office, newcomer, known] = [newAddress(), await newOwner(), await newOwner()]
  expect(await logIn(known, office)).toBe('done')
  for (let round = 0; round < LIMIT * 10; round += 1) {
    expect(await reset(`stranger-${round}@example.com`, office)).toBe('done')
  }
  expect(await reset('stranger@example.com', office)).toBe('THROTTLED')
  expect(await reset(known, office)).toBe('done')
  expect(await logIn(newcomer, office)).toBe('done')
})

it('lets a network request mails that has guessed passwords', async () => {
  const office = newAddress()
  for (let round = 0; round < LIMIT * 10; round += 1) {
    expect(await logIn(`stranger-${round}@example.com`, office, 'wrong')).toBe('UNAUTHENTICATED')
  }
  expect(await logIn('stranger@example.com', office, 'wrong')).toBe('THROTTLED')
  expect(await reset('stranger@example.com', office)).toBe('done')
})

it('limits the requests for one account from one network', async () => {
  const [owner, home] = [await newOwner(), newAddress()]
  expect(await logIn(owner, home)).toBe('done')
  for (let round = 0; round < LIMIT; round += 1) expect(await reset(owner, home)).toBe('done')
  expect(await reset(owner, home)).toBe('THROTTLED')
  const { rows } = await db.pool.query('select key from login_attempt where key like $1', [
    `reset-%@${networkOf(home)}`,
  ])
  expect(rows).toHaveLength(1)
})
