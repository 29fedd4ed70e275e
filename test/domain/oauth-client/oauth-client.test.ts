import { describe, expect, it } from 'vitest'
import { authenticateOauthClient } from '../../../src/domain/credential/authenticate-oauth-client.js'
import { openSession } from '../../../src/domain/credential/session.js'
import { createThrottle } from '../../../src/domain/credential/throttle.js'
import { createOauthClient } from '../../../src/domain/oauth-client/create-oauth-client.js'
import { listOauthClients } from '../../../src/domain/oauth-client/list-oauth-clients.js'
import { revokeOauthClient } from '../../../src/domain/oauth-client/revoke-oauth-client.js'
import { rotateOauthClient } from '../../../src/domain/oauth-client/rotate-oauth-client.js'
import { createOperator } from '../../../src/domain/operator.js'
import { newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const serviceDb = serviceDatabase()
const operator = createOperator(db)
const services = { db: serviceDb, throttle: createThrottle(serviceDb, 100) }
const authenticate = (client: { id: string; secret: string }) =>
  authenticateOauthClient(services, { ...client, address: '127.0.0.1' })

describe('OAuth clients', () => {
  it('are created with a secret, whose hash alone is stored', async () => {
    const client = await createOauthClient(operator, { name: ' App ' })
    expect(client).toMatchObject({ name: 'App', secret: expect.stringMatching(/^fis_client_/) })
    expect(await authenticate(client)).toBe(true)
    const stored = await db.prisma.oauthClient.findUniqueOrThrow({ where: { id: client.id } })
    expect(JSON.stringify(stored)).not.toContain(client.secret)
    expect(await errorCodesOf(createOauthClient(operator, { name: '' }))).toEqual(['REQUIRED name'])
  })

  it('get a new secret, and the old one is invalid', async () => {
    const old = await createOauthClient(operator, { name: 'App' })
    const rotated = await rotateOauthClient(operator, old)
    expect(await authenticate(old)).toBe(false)
    expect(await authenticate(rotated)).toBe(true)
  })

  it('are revoked with the sessions that they opened; a second revocation changes nothing', async () => {
    const client = await createOauthClient(operator, { name: 'App' })
    const other = await createOauthClient(operator, { name: 'Other' })
    const { admin } = await newCompany(db)
    const { sessionId } = await openSession(serviceDb, admin.viewer, 'set_a', {
      oauthClientId: client.id,
    })
    const kept = await openSession(serviceDb, admin.viewer, 'set_a', { oauthClientId: other.id })
    expect(await revokeOauthClient(operator, client)).toMatchObject({ endedSessions: 1 })
    expect(await authenticate(client)).toBe(false)
    const revokedAt = async (id: string) =>
      (await db.prisma.session.findFirstOrThrow({ where: { id } })).revokedAt
    expect(await revokedAt(sessionId)).toBeInstanceOf(Date)
    expect(await revokedAt(kept.sessionId)).toBeNull()

    const before = (await listOauthClients(operator)).find(({ id }) => id === client.id)
    expect(before?.revokedAt).toBeInstanceOf(Date)
    expect(await revokeOauthClient(operator, client)).toMatchObject({ endedSessions: 0 })
    expect((await listOauthClients(operator)).find(({ id }) => id === client.id)).toEqual(before)
    expect(await errorCodesOf(rotateOauthClient(operator, client))).toEqual(['WRONG_STATE id'])
  })

  it('must exist', async () => {
    for (const id of ['none', '\0']) {
      expect(await errorCodesOf(rotateOauthClient(operator, { id }))).toEqual(['NOT_FOUND'])
      expect(await errorCodesOf(revokeOauthClient(operator, { id }))).toEqual(['NOT_FOUND'])
    }
  })
})
