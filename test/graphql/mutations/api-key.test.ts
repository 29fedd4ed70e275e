import { describe, expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph, post } from '../../support/graphql.js'
import { newSession } from '../../support/sessions.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

describe('createApiKey', () => {
  it('returns a valid key, and only once', async () => {
    const { admin } = await newCompany(db)
    const { apiKey, key } = await runMutation(
      admin,
      'createApiKey',
      { name: ' Dashboard ' },
      'apiKey { id name prefix revokedAt createdBy { databaseId } } key',
    )
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'Dashboard',
      prefix: key.slice(0, apiKey.prefix.length),
      revokedAt: null,
      createdBy: { databaseId: admin.viewer.userId },
    })
    expect(key.length).toBeGreaterThan(50)
    const { accessToken } = await newSession(admin, 'set_b')
    const headers = { 'x-api-key': key, 'x-api-token': accessToken }
    expect((await post('{ viewer { role } }', {}, headers)).status).toBe(200)
    const rows = await db.pool.query(`select k::text as row from api_key k where prefix = $1`, [
      apiKey.prefix,
    ])
    expect(JSON.stringify(rows.rows)).not.toContain(key)
  })

  it('requires a name', async () => {
    const { admin } = await newCompany(db)
    expect(await errorCodesOf(admin, 'createApiKey', { name: ' ' })).toEqual(['REQUIRED name'])
  })
})

describe('revokeApiKey', () => {
  it('revokes a key immediately and permanently', async () => {
    const { admin } = await newCompany(db)
    const { apiKey, key } = await runMutation(admin, 'createApiKey', { name: 'Dashboard' })
    const { accessToken } = await newSession(admin, 'set_b')
    const { id } = apiKey
    const revoke = async () =>
      (await runMutation(admin, 'revokeApiKey', { id }, 'apiKey { name revokedAt }')).apiKey

    const revoked = await revoke()
    expect(revoked).toEqual({ name: 'Dashboard', revokedAt: expect.any(String) })
    const headers = { 'x-api-key': key, 'x-api-token': accessToken }
    expect((await post('{ viewer { role } }', {}, headers)).status).toBe(401)
    expect(await revoke()).toEqual(revoked)
    const { data } = await graph(admin)('{ company { apiKeys { nodes { id revokedAt } } } }')
    expect(data.company.apiKeys.nodes).toEqual([{ id, revokedAt: revoked.revokedAt }])
  })
})
