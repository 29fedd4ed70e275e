import { beforeAll, describe, expect, it } from 'vitest'
import { policy } from '../../src/domain/access/policy.js'
import { hashSecret } from '../../src/domain/credential/secret.js'
import { operations } from '../../src/set-a/operations.js'
import { domainOf, newUser } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newSession } from '../support/sessions.js'
import { callAs, bearerOf, send } from './rest.js'
import { requestOf } from './requests.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

const db = testDatabase()
let company: PopulatedCompany
let other: PopulatedCompany
let token: string

beforeAll(async () => {
  ;[company, other] = [await newPopulatedCompany(), await newPopulatedCompany()]
  token = (await bearerOf(company.admin)).authorization.replace('Bearer ', '')
})

const offered = operations.map(([name, method, path, access, , { status }]) => ({
  name,
  method: method as string,
  path,
  access,
  status,
}))
const withToken = offered.filter(({ access }) => policy[access].access !== 'anyone')

async function expiredToken(): Promise<string> {
  const { accessToken } = await newSession(company.admin, 'set_a')
  await db.prisma.accessToken.updateMany({
    where: { hash: new Uint8Array(hashSecret(accessToken)) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  return accessToken
}

async function revokedToken(): Promise<string> {
  const { accessToken, sessionId } = await newSession(company.admin, 'set_a')
  await db.prisma.session.updateMany({ where: { id: sessionId }, data: { revokedAt: new Date() } })
  return accessToken
}

async function disabledUsersToken(): Promise<string> {
  const { id } = await newUser(company, { role: 'admin' })
  const { accessToken } = await newSession(domainOf(company, id, 'admin'), 'set_a')
  await db.prisma.user.updateMany({ where: { id }, data: { active: false } })
  return accessToken
}

const foreignToken = async (audience: 'set_b' | 'graphql') =>
  (await newSession(company.admin, audience)).accessToken

const refreshToken = async () => (await newSession(company.admin, 'set_a')).refreshToken ?? ''

const bad: Record<string, () => Promise<Record<string, string>>> = {
  'no token': async () => ({}),
  'an empty bearer': async () => ({ authorization: 'Bearer ' }),
  'no scheme': async () => ({ authorization: token }),
  'another scheme': async () => ({ authorization: `Basic ${token}` }),
  garbage: async () => ({ authorization: 'Bearer garbage' }),
  'an expired token': async () => ({ authorization: `Bearer ${await expiredToken()}` }),
  'a revoked token': async () => ({ authorization: `Bearer ${await revokedToken()}` }),
  "a disabled user's token": async () => ({
    authorization: `Bearer ${await disabledUsersToken()}`,
  }),
  "Set B's token": async () => ({ authorization: `Bearer ${await foreignToken('set_b')}` }),
  "Set B's token in Set B's header": async () => ({ 'x-api-token': await foreignToken('set_b') }),
  "GraphQL's token": async () => ({ authorization: `Bearer ${await foreignToken('graphql')}` }),
  'a refresh token': async () => ({ authorization: `Bearer ${await refreshToken()}` }),
}

describe.each(Object.entries(bad))('with %s', (_, headersOf) => {
  it.each(withToken)('$name is rejected', async ({ name, method, path }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await send(method, url, { ...request, headers: await headersOf() })
    expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})

it('accepts the scheme case-insensitively', async () => {
  const headers = { authorization: `bearer ${token}` }
  expect((await send('GET', '/api/sites', { headers })).status).toBe(200)
})

describe('a technician', () => {
  it.each(withToken)('$name', async ({ name, method, path, access, status }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await callAs(company.technician)(method, url, request)
    const allowed = policy[access].access !== 'admin'
    expect([answer.status, answer.body]).toEqual([allowed ? status : 403, answer.body])
    if (!allowed) expect(answer.body).toEqual({ message: 'This action is unauthorized.' })
  })

  it('gets 403 before validation errors', async () => {
    const answer = await callAs(company.technician)('POST', '/api/job', { body: {} })
    expect(answer.status).toBe(403)
  })
})

describe('another company', () => {
  it.each(withToken)('$name finds nothing here', async ({ name, method, path }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await callAs(other.admin)(method, url, request)
    if (method === 'POST') {
      expect([answer.status, answer.body]).toEqual([400, answer.body])
      const messages = Object.values<string[]>(answer.body.errors).flat()
      expect(messages.every((each) => each.startsWith('The selected '))).toBe(true)
      return
    }
    if (path.includes('{')) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND])
      return
    }
    const own = await callAs(company.admin)(method, url, request)
    const idsOf = ({ body }: { body: { data?: unknown } }) =>
      ((body.data ?? body) as { id: number }[]).map(({ id }) => id)
    expect(idsOf(answer)).not.toEqual([])
    expect(idsOf(answer).filter((id) => idsOf(own).includes(id))).toEqual([])
  })
})

const NOT_FOUND = { message: 'The resource could not be found.' }

it('responds the same for another company’s records and for unknown ones', async () => {
  const call = callAs(other.admin)
  const foreign = await call('GET', `/api/site/${company.site.id}/zones`)
  const never = await call('GET', '/api/site/2147483647/zones')
  expect([foreign.status, foreign.body]).toEqual([never.status, never.body])
  const job = { ...(requestOf('Create job', '', company).body as object), site_id: 2147483647 }
  const inBody = await call('POST', '/api/job', { body: requestOf('Create job', '', company).body })
  expect(inBody.body).toEqual((await call('POST', '/api/job', { body: job })).body)
})

it('rejects a disabled user from the next request on', async () => {
  const { id } = await newUser(company)
  const call = callAs(domainOf(company, id, 'technician'))
  expect((await call('GET', '/api/sites')).status).toBe(200)
  await db.prisma.user.updateMany({ where: { id }, data: { active: false } })
  expect((await call('GET', '/api/sites')).status).toBe(401)
})
