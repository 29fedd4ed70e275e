import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { authenticateOauthClient } from '../../../src/domain/credential/authenticate-oauth-client.js'
import { hashSecret } from '../../../src/domain/credential/secret.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

const newOauthClient = async () => {
  const id = randomUUID()
  const secretHash = new Uint8Array(hashSecret('a secret'))
  await db.prisma.oauthClient.create({ data: { id, name: 'Test', secretHash } })
  return id
}

it('finds a client by its id and secret', async () => {
  const id = await newOauthClient()
  expect(await authenticateOauthClient(db, { id, secret: 'a secret' })).toBe(true)
  expect(await authenticateOauthClient(db, { id, secret: 'another' })).toBe(false)
  expect(await authenticateOauthClient(db, { id: 'other', secret: 'a secret' })).toBe(false)
  expect(await authenticateOauthClient(db, { id: '\0', secret: '' })).toBe(false)
})

it('does not find a revoked client', async () => {
  const id = await newOauthClient()
  await db.prisma.oauthClient.update({ where: { id }, data: { revokedAt: new Date() } })
  expect(await authenticateOauthClient(db, { id, secret: 'a secret' })).toBe(false)
})
