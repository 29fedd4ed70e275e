import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../../src/domain/domain.js'
import { domainOf, newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, service, startService } from '../../support/graphql.js'
import { newSession } from '../../support/sessions.js'
import { runMutation, errorCodesOf, send } from './run-mutation.js'

const db = testDatabase()

const roleOf = async (token: string) => {
  const { status, data } = await post(
    '{ viewer { role } }',
    {},
    { authorization: `Bearer ${token}` },
  )
  return status === 200 ? data.viewer.role : status
}

const tokens = {
  accessToken: expect.any(String),
  tokenType: 'Bearer',
  expiresIn: 86_400,
  refreshToken: expect.any(String),
  userErrors: [],
}

describe('login', () => {
  it('returns tokens for a case-insensitive username and its password', async () => {
    const company = await newCompany(db)
    const { email } = await newUser(company, { role: 'admin' })
    const input = { username: ` ${email.toUpperCase()} `, password: PASSWORD }
    const { status, data } = await send(undefined, 'login', input)
    expect(status).toBe(200)
    expect(data.login).toEqual(tokens)
    expect(await roleOf(data.login.accessToken)).toBe('ADMIN')
  })

  it('returns the same error for all kinds of wrong credentials', async () => {
    const company = await newCompany(db)
    const { email } = await newUser(company)
    const disabled = await newUser(company, { active: false })
    const answers = await Promise.all(
      [
        { username: email, password: 'wrong' },
        { username: 'nobody@example.com', password: PASSWORD },
        { username: disabled.email, password: PASSWORD },
      ].map((input) => send(undefined, 'login', input)),
    )
    for (const { status, data, errors } of answers) {
      expect(status).toBe(401)
      expect(Object.values(data ?? {})).not.toContainEqual(expect.anything())
      expect(errors).toEqual(answers[0]?.errors)
      expect(errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' })
    }
  })

  it('is RATE_LIMITED after too many attempts, with the time to retry', async () => {
    const address = await startService({ LOGIN_ATTEMPTS_PER_MINUTE: '2' })
    const { email } = await newUser(await newCompany(db))
    const login = (password: string) =>
      fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
          variables: { input: { username: email, password } },
        }),
      })
    expect((await login('wrong')).status).toBe(401)
    expect((await login('wrong')).status).toBe(401)
    const refused = await login(PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { errors } = (await refused.json()) as { errors: { extensions: { code: string } }[] }
    expect(errors[0]?.extensions.code).toBe('RATE_LIMITED')
  })

  it('reports missing fields', async () => {
    const { admin } = await newCompany(db)
    for (const [field, input] of Object.entries({
      username: { username: '', password: '' },
      password: { username: 'a', password: '' },
    })) {
      expect(await errorCodesOf(admin, 'login', input)).toEqual([`BAD_USER_INPUT ${field}`])
    }
  })
})

describe('refreshToken', () => {
  it('exchanges a token once for a new pair', async () => {
    const { admin } = await newCompany(db)
    const { refreshToken } = await newSession(admin)
    const { data } = await send(undefined, 'refreshToken', { refreshToken })
    expect(data.refreshToken).toEqual(tokens)
    expect(data.refreshToken.refreshToken).not.toBe(refreshToken)
    expect(await roleOf(data.refreshToken.accessToken)).toBe('ADMIN')
  })

  it('is UNAUTHENTICATED with a token of another kind, interface or session', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const { accessToken } = await newSession(admin)
    const setA = await newSession(admin, 'set_a')
    const revoked = await newSession(company.technician)
    await db.prisma.session.updateMany({
      where: { id: revoked.sessionId },
      data: { revokedAt: new Date() },
    })
    for (const refreshToken of ['nonsense', accessToken, setA.refreshToken, revoked.refreshToken]) {
      expect(await errorCodesOf(admin, 'refreshToken', { refreshToken })).toEqual([
        'UNAUTHENTICATED',
      ])
    }
  })

  it('reports missing fields', async () => {
    const { admin } = await newCompany(db)
    const refusal = await errorCodesOf(admin, 'refreshToken', { refreshToken: '' })
    expect(refusal).toEqual(['BAD_USER_INPUT refreshToken'])
  })
})

describe('logout', () => {
  const logout = (token: string, input: object) =>
    post(
      'mutation ($input: LogoutInput!) { logout(input: $input) { ok userErrors { code } } }',
      { input },
      { authorization: `Bearer ${token}` },
    )

  it('ends only the session of the request', async () => {
    const { admin } = await newCompany(db)
    const session = await newSession(admin)
    const other = await newSession(admin)
    const { data } = await logout(session.accessToken, {})
    expect(data.logout).toEqual({ ok: true, userErrors: [] })
    expect(await roleOf(session.accessToken)).toBe(401)
    const { refreshToken } = session
    const refreshed = await send(undefined, 'refreshToken', { refreshToken })
    expect(refreshed.status).toBe(401)
    expect(await roleOf(other.accessToken)).toBe('ADMIN')
  })

  it('ends all sessions of the user in all interfaces, and of no other user', async () => {
    const company = await newCompany(db)
    const session = await newSession(company.admin)
    const others = [
      await newSession(company.admin),
      await newSession(company.admin, 'set_a'),
      await newSession(company.admin, 'set_b'),
    ]
    const technician = await newSession(company.technician)
    await logout(session.accessToken, { everywhere: true })
    for (const { accessToken } of [session, ...others]) {
      expect(await roleOf(accessToken)).toBe(401)
    }
    expect(await roleOf(technician.accessToken)).toBe('TECHNICIAN')
  })
})

it('signs in, works and signs out with the tokens of each response', async () => {
  const company = await newCompany(db)
  const { email } = await newUser(company, { role: 'admin' })
  const login = await runMutation(company.admin, 'login', { username: email, password: PASSWORD })
  const headers = { authorization: `Bearer ${login.accessToken}` }
  const create = 'mutation { createClient(input: { legalName: "Acme" }) { client { legalName } } }'
  const { data } = await post(create, {}, headers)
  expect(data.createClient.client).toEqual({ legalName: 'Acme' })
  await post('mutation { logout(input: {}) { ok } }', {}, headers)
  expect((await post(create, {}, headers)).status).toBe(401)
})

describe('viewer.sessions and revokeSession', () => {
  const sessionsOf = async (token: string) => {
    const query = `{ viewer { sessions {
      uuid interface createdAt expiresAt address userAgent current } } }`
    const { data } = await post(query, {}, { authorization: `Bearer ${token}` })
    return data.viewer.sessions as Record<string, unknown>[]
  }
  const revoke = async (token: string, id: string) => {
    const { data } = await post(
      'mutation ($input: RevokeSessionInput!) { revokeSession(input: $input) { session { uuid current } userErrors { code field } } }',
      { input: { id } },
      { authorization: `Bearer ${token}` },
    )
    return data.revokeSession
  }

  it('shows when, where and with which interface the user signed in, newest first', async () => {
    const company = await newCompany(db)
    const { email, id: userId } = await newUser(company)
    const user = domainOf(company, userId, 'technician')
    const setA = await newSession(user, 'set_a')
    const setB = await newSession(user, 'set_b')
    await newSession(company.admin)
    const address = await service()
    const login = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Dashboard/2.0' },
      body: JSON.stringify({
        query: `mutation { login(input: { username: "${email}", password: "${PASSWORD}" }) { accessToken } }`,
      }),
    })
    const { data } = (await login.json()) as { data: { login: { accessToken: string } } }
    const [first, ...others] = await sessionsOf(data.login.accessToken)
    expect(first).toMatchObject({
      interface: 'GRAPHQL',
      address: '127.0.0.1',
      userAgent: 'Dashboard/2.0',
      current: true,
    })
    const day = 86_400_000
    const times = first as { createdAt: string; expiresAt: string }
    expect(Date.parse(times.expiresAt) - Date.parse(times.createdAt)).toBeCloseTo(30 * day, -4)
    expect(others).toEqual([
      expect.objectContaining({ uuid: setB.sessionId, interface: 'REST_V1', current: false }),
      expect.objectContaining({ uuid: setA.sessionId, interface: 'REST_API', address: null }),
    ])
  })

  it('records the origin of the sessions of the REST APIs', async () => {
    const company = await newCompany(db)
    const { email } = await newUser(company)
    const { key } = await createApiKey(company.admin, { name: 'Gateway' })
    const login = await fetch(`${await service()}/api/authentication/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'user-agent': 'Gateway/1' },
      body: JSON.stringify({ username: email, password: PASSWORD }),
    })
    const { accessToken } = (await login.json()) as { accessToken: string }
    expect(await sessionsOf(accessToken)).toEqual([
      expect.objectContaining({ address: '127.0.0.1', userAgent: 'Gateway/1', current: true }),
    ])
  })

  it('leaves out sessions that have ended', async () => {
    const { technician } = await newCompany(db)
    const session = await newSession(technician)
    const expired = await newSession(technician)
    await db.pool.query(
      `update access_token set expires_at = now() - interval '1 second' where session_id = $1`,
      [expired.sessionId],
    )
    await db.pool.query(
      `update refresh_token set expires_at = now() - interval '1 second' where session_id = $1`,
      [expired.sessionId],
    )
    const revoked = await newSession(technician)
    expect(await revoke(session.accessToken, revoked.sessionId)).toEqual({
      session: { uuid: revoked.sessionId, current: false },
      userErrors: [],
    })
    expect((await sessionsOf(session.accessToken)).map(({ uuid }) => uuid)).toEqual([
      session.sessionId,
    ])
    expect(await roleOf(revoked.accessToken)).toBe(401)
  })

  it('may end the session of the request, and an ended one again', async () => {
    const { technician } = await newCompany(db)
    const session = await newSession(technician)
    const other = await newSession(technician)
    const { sessionId } = session
    expect((await revoke(session.accessToken, sessionId)).session.current).toBe(true)
    expect(await roleOf(session.accessToken)).toBe(401)
    expect((await revoke(other.accessToken, sessionId)).session.uuid).toBe(sessionId)
  })

  it('shows how long ago the tokens were refreshed, and when the session was ended', async () => {
    const { technician } = await newCompany(db)
    const { accessToken, sessionId, refreshToken } = await newSession(technician)
    const query = '{ viewer { sessions { refreshedAt revokedAt } } }'
    const read = async () =>
      (await post(query, {}, { authorization: `Bearer ${accessToken}` })).data.viewer.sessions
    expect(await read()).toEqual([{ refreshedAt: null, revokedAt: null }])
    await send(undefined, 'refreshToken', { refreshToken })
    expect(await read()).toEqual([{ refreshedAt: expect.any(String), revokedAt: null }])
    const { session } = await runMutation(
      technician,
      'revokeSession',
      { id: sessionId },
      'session { refreshedAt revokedAt }',
    )
    expect(session).toEqual({ refreshedAt: expect.any(String), revokedAt: expect.any(String) })
  })

  it('does not find a session of another company, or, for a technician, of a colleague', async () => {
    const [company, foreign] = [await newCompany(db), await newCompany(db)]
    for (const [viewer, owner] of [
      [company.technician, company.admin],
      [company.technician, foreign.technician],
      [company.admin, foreign.admin],
    ] as const) {
      const { accessToken } = await newSession(viewer)
      const session = await newSession(owner)
      expect(await revoke(accessToken, session.sessionId)).toEqual({
        session: null,
        userErrors: [{ code: 'NOT_FOUND', field: ['id'] }],
      })
      expect(await roleOf(session.accessToken)).not.toBe(401)
    }
  })
})

describe('userSessions', () => {
  const sessionsOf = async (viewer: Domain, userId: string) => {
    const query = `query ($userId: ID!) { userSessions(id: $userId) { uuid interface current address } }`
    const { accessToken } = await newSession(viewer)
    return post(query, { userId }, { authorization: `Bearer ${accessToken}` })
  }

  it('shows an admin the sessions of a colleague, and revokeSession ends them', async () => {
    const company = await newCompany(db)
    const { uuid } = company.users.technician
    const lost = await newSession(company.technician)
    const kept = await newSession(company.technician, 'set_b')
    const { data } = await sessionsOf(company.admin, uuid)
    expect(data.userSessions).toEqual([
      { uuid: kept.sessionId, interface: 'REST_V1', current: false, address: null },
      { uuid: lost.sessionId, interface: 'GRAPHQL', current: false, address: null },
    ])
    await runMutation(company.admin, 'revokeSession', { id: lost.sessionId })
    expect(await roleOf(lost.accessToken)).toBe(401)
    const after = await sessionsOf(company.admin, uuid)
    expect(after.data.userSessions).toEqual([expect.objectContaining({ uuid: kept.sessionId })])
    const entries = await db.prisma.auditEntry.findMany({
      where: { companyId: company.companyId, recordId: lost.sessionId, action: 'updated' },
    })
    expect(entries).toEqual([
      expect.objectContaining({ operation: 'revokeSession', userId: company.users.admin.id }),
    ])
  })

  it('has none for a user without sessions, and is null for a user of no or another company', async () => {
    const [company, foreign] = [await newCompany(db), await newCompany(db)]
    const { uuid } = await newUser(company)
    expect((await sessionsOf(company.admin, uuid)).data.userSessions).toEqual([])
    await newSession(foreign.technician)
    for (const id of [foreign.users.technician.uuid, 'nonsense', '1', '']) {
      expect((await sessionsOf(company.admin, id)).data.userSessions).toBeNull()
    }
  })

  it('is FORBIDDEN for technicians', async () => {
    const company = await newCompany(db)
    const { data, errors } = await sessionsOf(company.technician, company.users.technician.uuid)
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    expect(data?.userSessions ?? null).toBeNull()
  })
})
