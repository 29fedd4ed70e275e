import { describe, expect, it } from 'vitest'
import { newCompany, PASSWORD } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph, post, service } from '../../support/graphql.js'
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

describe('a session that was opened with an API key', () => {
  const logIn = async (key: string, email: string) => {
    const response = await fetch(`${await service()}/api/authentication/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ username: email, password: PASSWORD }),
    })
    const body = (await response.json()) as { accessToken: string; expiresIn: number }
    return { status: response.status, ...body }
  }
  const statuses = async (token: string, key: string) => [
    (await post('{ viewer { role } }', {}, { authorization: `Bearer ${token}` })).status,
    (await post('{ viewer { role } }', {}, { 'x-api-key': key, 'x-api-token': token })).status,
    (
      await fetch(`${await service()}/v1/clients?pageIndex=0&pageSize=1`, {
        headers: { 'x-api-key': key, 'x-api-token': token },
      })
    ).status,
  ]

  it('ends when the key is revoked, also for other keys and without a key', async () => {
    const { admin, users } = await newCompany(db)
    const { email } = users.technician
    const { apiKey, key } = await runMutation(admin, 'createApiKey', { name: 'Old' })
    const { key: other } = await runMutation(admin, 'createApiKey', { name: 'New' })
    const ended = await logIn(key, email)
    const kept = await logIn(other, email)
    const graphql = await newSession(admin)
    expect(await statuses(ended.accessToken, other)).toEqual([200, 200, 200])

    await runMutation(admin, 'revokeApiKey', { id: apiKey.id })
    expect(await statuses(ended.accessToken, other)).toEqual([401, 401, 401])
    expect(await statuses(kept.accessToken, other)).toEqual([200, 200, 200])
    expect((await statuses(graphql.accessToken, other))[0]).toBe(200)
    expect((await logIn(key, email)).status).toBe(401)
  })

  it('does not survive a revocation during the login', async () => {
    const { admin, users, companyId } = await newCompany(db)
    const { apiKey, key } = await runMutation(admin, 'createApiKey', { name: 'Old' })
    await Promise.all([
      ...Array.from({ length: 6 }, () => logIn(key, users.technician.email)),
      runMutation(admin, 'revokeApiKey', { id: apiKey.id }),
    ])
    const where = { companyId, apiKey: { uuid: apiKey.id }, revokedAt: null }
    expect(await db.prisma.session.count({ where })).toBe(0)
  })

  it('ends when the key expires', async () => {
    const { admin, users } = await newCompany(db)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const selection = 'apiKey { id expiresAt } key'
    const input = { name: 'Trial', expiresAt }
    const { apiKey, key } = await runMutation(admin, 'createApiKey', input, selection)
    expect(apiKey.expiresAt).toBe(expiresAt)
    const { accessToken, expiresIn } = await logIn(key, users.technician.email)
    expect(expiresIn).toBeGreaterThan(3500)
    expect(expiresIn).toBeLessThanOrEqual(3600)
    const { key: other } = await runMutation(admin, 'createApiKey', { name: 'Other' })
    expect(await statuses(accessToken, other)).toEqual([200, 200, 200])

    // An hour later.
    await db.pool.query(
      `update api_key set expires_at = now() - interval '1 second' where uuid = $1`,
      [apiKey.id],
    )
    expect((await logIn(key, users.technician.email)).status).toBe(401)
    expect(
      (await statuses((await logIn(other, users.technician.email)).accessToken, key)).slice(1),
    ).toEqual([401, 401])
  })
})

describe('createApiKey with an expiry', () => {
  it('rejects a time that is not in the future', async () => {
    const { admin } = await newCompany(db)
    const expiresAt = new Date(Date.now() - 1000).toISOString()
    const refusal = await errorCodesOf(admin, 'createApiKey', { name: 'Trial', expiresAt })
    expect(refusal).toEqual(['OUT_OF_RANGE expiresAt'])
  })
})

describe('reading API keys', () => {
  it('is FORBIDDEN for technicians, wherever the query reaches them', async () => {
    const { admin, technician } = await newCompany(db)
    const { apiKey } = await runMutation(admin, 'createApiKey', { name: 'Dashboard' })
    const queries = [
      '{ company { apiKeys { nodes { name } } } }',
      '{ company { apiKeys { totalCount } } }',
      '{ viewer { company { keys: apiKeys { __typename } } } }',
      'query { company { ...Keys } } fragment Keys on Company { apiKeys(first: 1) { edges { node { id } } } }',
      `{ node(id: "${apiKey.id}") { id ... on ApiKey { prefix } } }`,
    ]
    for (const query of queries) {
      const { data, errors } = await graph(technician)(query)
      expect(JSON.stringify(data)).not.toContain('Dashboard')
      expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN'])
      expect((await graph(admin)(query)).errors).toBeUndefined()
    }
    const allowed = await graph(technician)('{ company { name } }')
    expect(allowed.errors).toBeUndefined()
  })
})
