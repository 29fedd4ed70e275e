import { expect, it } from 'vitest'
import { networkOf } from '../../../src/domain/credential/network-of.js'
import { hashPassword } from '../../../src/domain/credential/password.js'
import { refreshSession } from '../../../src/domain/credential/refresh-session.js'
import { openSession } from '../../../src/domain/credential/session.js'
import { hashSecret } from '../../../src/domain/credential/secret.js'
import { signIn } from '../../../src/domain/credential/sign-in.js'
import { createThrottle } from '../../../src/domain/credential/throttle.js'
import { newAddress } from '../../support/addresses.js'
import { newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

/** Attempts per minute to an account from an address; 20 to an account, and from an address. */
const LIMIT = 2
const throttle = createThrottle(serviceDb, LIMIT)

const attempt = async (username: string, address: string, password = PASSWORD, token?: string) => {
  try {
    const tokenHash = token === undefined ? undefined : hashSecret(token)
    const given = { username, password, audience: 'graphql', address, tokenHash } as const
    const { viewer } = await signIn({ db: serviceDb, throttle, maxSessionsPerUser: 50 }, given)
    return viewer.companyId
  } catch (error) {
    return (error as { code?: string }).code
  }
}

const guess = (username: string, address: string, token?: string) =>
  attempt(username, address, 'wrong', token)

/** Wrong guesses from more addresses than the limit of the account allows. */
async function guessFromManyAddresses(username: string) {
  const guesses = Array.from({ length: 15 }, async () => {
    const address = newAddress()
    return [await guess(username, address), await guess(username, address)]
  })
  const answers = (await Promise.all(guesses)).flat()
  expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(LIMIT * 10)
  expect(await attempt(username, newAddress())).toBe('THROTTLED')
}

const newOwner = async () => {
  const company = await newCompany(db)
  const { id, email } = await newUser(company)
  const viewer = { companyId: company.companyId, userId: id, role: 'technician' as const }
  return { email, viewer, companyId: company.companyId }
}

it('lets the owner in from a network of an earlier sign-in during guesses from many addresses', async () => {
  const { email, companyId } = await newOwner()
  const home = newAddress()
  expect(await attempt(email, home)).toBe(companyId)
  await guessFromManyAddresses(email)
  expect(await attempt(email, home)).toBe(companyId)
  expect(await attempt(email, home.replace(/1$/, '2'))).toBe(companyId)
})

it('lets the owner in from the network of the last refresh', async () => {
  const { email, viewer, companyId } = await newOwner()
  const { refreshToken } = await openSession(serviceDb, viewer, 'graphql')
  const address = newAddress()
  await refreshSession(serviceDb, { refreshToken: refreshToken!, audience: 'graphql', address })
  await guessFromManyAddresses(email)
  expect(await attempt(email, address)).toBe(companyId)
})

it('lets the owner in from anywhere with the access token of a live session', async () => {
  const { email, viewer, companyId } = await newOwner()
  const { accessToken } = await openSession(serviceDb, viewer, 'set_a')
  const stranger = await openSession(serviceDb, (await newOwner()).viewer, 'graphql')
  await guessFromManyAddresses(email)
  expect(await attempt(email, newAddress(), PASSWORD, stranger.accessToken)).toBe('THROTTLED')
  expect(await attempt(email, newAddress(), PASSWORD, accessToken)).toBe(companyId)
})

it('limits guesses from a known network, and with a session, per minute too', async () => {
  const { email, viewer } = await newOwner()
  const home = newAddress()
  await attempt(email, home)
  const { accessToken } = await openSession(serviceDb, viewer, 'graphql')
  const answers = []
  for (let index = 0; index < 4; index += 1) answers.push(await guess(email, home))
  expect(answers).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'THROTTLED', 'THROTTLED'])
  answers.length = 0
  for (let index = 0; index < 3; index += 1) {
    answers.push(await guess(email, newAddress(), accessToken))
  }
  expect(answers).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'THROTTLED'])
})

it('lets users sign in whose colleague in the same network guesses at many accounts', async () => {
  const office = newAddress()
  const [first, second] = [await newOwner(), await newOwner()]
  await attempt(first.email, office)
  const { refreshToken } = await openSession(serviceDb, second.viewer, 'graphql')
  await refreshSession(serviceDb, {
    refreshToken: refreshToken!,
    audience: 'graphql',
    address: office,
  })
  for (let index = 0; index < LIMIT * 10; index += 1) {
    expect(await guess(`nobody-${index}@example.com`, office)).toBe('UNAUTHENTICATED')
  }
  expect(await guess('nobody@example.com', office)).toBe('THROTTLED')
  expect(await attempt(first.email, office)).toBe(first.companyId)
  expect(await attempt(second.email, office)).toBe(second.companyId)
})

it('lets users sign in whose colleague in the same network guesses at one account', async () => {
  const office = newAddress()
  const [target, other] = [await newOwner(), await newOwner()]
  for (let index = 0; index < 40; index += 1) await guess(target.email, office)
  expect(await attempt(other.email, office)).toBe(other.companyId)
})

it('forgets a network after 90 days, and keeps at most 20 of a user', async () => {
  const { email, viewer, companyId } = await newOwner()
  const old = newAddress()
  await attempt(email, old)
  await db.pool.query(
    `update known_network set used_at = now() - interval '91 days' where user_id = $1`,
    [viewer.userId],
  )
  await guessFromManyAddresses(email)
  expect(await attempt(email, old)).toBe('THROTTLED')

  await db.pool.query('delete from login_attempt')
  for (let index = 0; index < 22; index += 1) {
    expect(await attempt(email, newAddress())).toBe(companyId)
  }
  expect(await db.prisma.knownNetwork.count({ where: { userId: viewer.userId } })).toBe(20)
})

it('stores no address in plain text', async () => {
  const { email, viewer } = await newOwner()
  const address = newAddress()
  await attempt(email, address)
  const { network } = await db.prisma.knownNetwork.findFirstOrThrow({
    where: { userId: viewer.userId },
  })
  expect(network).toHaveLength(32)
  expect(Buffer.from(network).toString('latin1')).not.toContain(networkOf(address))
})

it('does not extend the attempts of a known user to a user of another company with the same email', async () => {
  const [owner, other] = [await newOwner(), await newCompany(db)]
  const passwordHash = await hashPassword('another')
  await newUser(other, { email: owner.email, passwordHash })
  const home = newAddress()
  expect(await attempt(owner.email, home)).toBe(owner.companyId)
  expect(await attempt(owner.email, newAddress(), 'another')).toBe(other.companyId)
  await guessFromManyAddresses(owner.email)
  expect(await attempt(owner.email, home, 'another')).toBe('UNAUTHENTICATED')
  expect(await attempt(owner.email, home)).toBe(owner.companyId)
})
