import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { authenticateOauthClient } from '../../../src/domain/credential/authenticate-oauth-client.js'
import { createThrottle } from '../../../src/domain/credential/throttle.js'
import { hashSecret } from '../../../src/domain/credential/secret.js'
import { newAddress } from '../../support/addresses.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

const authenticate = (client: { id: string; secret: string }, address = newAddress()) =>
  authenticateOauthClient(
    { db: serviceDb, throttle: createThrottle(serviceDb, 2) },
    { ...client, address },
  )

const newOauthClient = async () => {
  const id = randomUUID()
  const secretHash = new Uint8Array(hashSecret('a secret'))
  await db.prisma.oauthClient.create({ data: { id, name: 'Test', secretHash } })
  return id
}

it('finds a client by its id and secret', async () => {
  const id = await newOauthClient()
  expect(await authenticate({ id, secret: 'a secret' })).toBe(true)
  expect(await authenticate({ id, secret: 'another' })).toBe(false)
  expect(await authenticate({ id: 'other', secret: 'a secret' })).toBe(false)
  expect(await authenticate({ id: '\0', secret: '' })).toBe(false)
})

it('does not find a revoked client', async () => {
  const id = await newOauthClient()
  await db.prisma.oauthClient.update({ where: { id }, data: { revokedAt: new Date() } })
  expect(await authenticate({ id, secret: 'a secret' })).toBe(false)
})

it('throttles wrong secrets of a client from one network, and then right ones too', async () => {
  const id = await newOauthClient()
  const address = newAddress()
  const guess = (secret: string) => authenticate({ id, secret }, address)
  const guesses = await Promise.allSettled(Array.from({ length: 6 }, () => guess('wrong')))
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(guess('a secret')).rejects.toMatchObject({ code: 'THROTTLED', limit: 2 })
  expect(await authenticate({ id, secret: 'a secret' })).toBe(true)
})

it('does not count right secrets, also concurrent ones', async () => {
  const id = await newOauthClient()
  const address = newAddress()
  const attempts = Array.from({ length: 20 }, () =>
    authenticate({ id, secret: 'a secret' }, address),
  )
  expect(await Promise.all(attempts)).not.toContain(false)
})
