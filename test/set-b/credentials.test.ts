import { beforeAll, describe, expect, it } from 'vitest'
import { revokeApiKey } from '../../src/domain/api-key/revoke-api-key.js'
import { hashSecret } from '../../src/domain/credential/secret.js'
import { policy } from '../../src/domain/access/policy.js'
import { methodsOf } from '../../src/http/operation.js'
import { operations } from '../../src/set-b/operations.js'
import { domainOf, newUser } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { startService } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'
import { callAs, newKey, newToken, PAGE, pairOf, send } from './rest.js'
import type { Headers } from '../support/rest.js'
import { requestOf } from './requests.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

const db = testDatabase()
let company: PopulatedCompany
let other: PopulatedCompany
let key: string
let token: string

beforeAll(async () => {
  ;[company, other] = await Promise.all([newPopulatedCompany(), newPopulatedCompany()])
  key = await newKey(company.admin)
  token = await newToken(company.admin)
})

/** Every operation by every method. */
const offered = operations.flatMap(([name, methods, path, access, , { status }]) =>
  methodsOf(methods).map((method) => ({ name, method, path, access, status })),
)
const withToken = offered.filter(({ name }) => name !== 'logIn')

async function revokedKey(): Promise<string> {
  const { admin } = company
  const revoked = await newKey(admin)
  const { uuid } = await db.prisma.apiKey.findFirstOrThrow({
    where: { hash: new Uint8Array(hashSecret(revoked)) },
  })
  await revokeApiKey(admin, { id: uuid })
  return revoked
}

async function expiredToken(): Promise<string> {
  const expired = await newToken(company.admin)
  await db.prisma.accessToken.updateMany({
    where: { hash: new Uint8Array(hashSecret(expired)) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  return expired
}

async function revokedToken(): Promise<string> {
  const { accessToken, sessionId } = await newSession(company.admin, 'set_b')
  await db.prisma.session.updateMany({ where: { id: sessionId }, data: { revokedAt: new Date() } })
  return accessToken
}

async function disabledUsersToken(): Promise<string> {
  const { id } = await newUser(company, { role: 'admin' })
  const disabled = await newToken(domainOf(company, id, 'admin'))
  await db.prisma.user.updateMany({ where: { id }, data: { active: false } })
  return disabled
}

const foreignToken = async (audience: 'set_a' | 'graphql') =>
  (await newSession(company.admin, audience)).accessToken

/** Invalid credentials. Those with a bad key are rejected by the login too. */
const badKeys: Record<string, () => Promise<Headers>> = {
  'no credentials at all': async () => ({}),
  'only a token': async () => ({ 'x-api-token': token }),
  'an empty key': async () => ({ 'x-api-key': '', 'x-api-token': token }),
  'a key that is garbage': async () => ({ 'x-api-key': 'garbage', 'x-api-token': token }),
  'a revoked key': async () => ({ 'x-api-key': await revokedKey(), 'x-api-token': token }),
  'the key of another company': async () => ({
    'x-api-key': await newKey(other.admin),
    'x-api-token': token,
  }),
  'the token in place of the key': async () => ({ 'x-api-key': token, 'x-api-token': token }),
}

const badTokens: Record<string, () => Promise<Headers>> = {
  'only a key': async () => ({ 'x-api-key': key }),
  'an empty token': async () => ({ 'x-api-key': key, 'x-api-token': '' }),
  'a token that is garbage': async () => ({ 'x-api-key': key, 'x-api-token': 'garbage' }),
  'an expired token': async () => ({ 'x-api-key': key, 'x-api-token': await expiredToken() }),
  'a token of a revoked session': async () => ({
    'x-api-key': key,
    'x-api-token': await revokedToken(),
  }),
  'a token of a disabled user': async () => ({
    'x-api-key': key,
    'x-api-token': await disabledUsersToken(),
  }),
  'a token of Set A': async () => ({
    'x-api-key': key,
    'x-api-token': await foreignToken('set_a'),
  }),
  'a token of GraphQL': async () => ({
    'x-api-key': key,
    authorization: `Bearer ${await foreignToken('graphql')}`,
  }),
  'the key in place of the token': async () => ({ 'x-api-key': key, 'x-api-token': key }),
  'a token in Authorization without "Bearer"': async () => ({
    'x-api-key': key,
    authorization: `Basic ${token}`,
  }),
  'a good token in Authorization, but a bad one in x-api-token': async () => ({
    'x-api-key': key,
    'x-api-token': 'garbage',
    authorization: `Bearer ${token}`,
  }),
}

const good: Record<string, () => Headers> = {
  'the bare token': () => ({ 'x-api-key': key, 'x-api-token': token }),
  'the token as a bearer': () => ({ 'x-api-key': key, 'x-api-token': `Bearer ${token}` }),
  'the token in Authorization': () => ({ 'x-api-key': key, authorization: `Bearer ${token}` }),
}

const refused = {
  status: 401,
  body: {
    status: 401,
    code: 'UNAUTHORIZED',
    message:
      'Valid credentials are required: an API key in the header x-api-key and, except for the login, a token in x-api-token.',
    requestId: expect.stringMatching(/./) as string,
  },
}

describe.each(Object.entries(badKeys))('with %s', (_, headersOf) => {
  it.each(offered)('rejects $method $path ($name)', async ({ name, method, path }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await send(method, url, { ...request, headers: await headersOf() })
    expect(answer).toMatchObject(refused)
    expect(Object.keys(answer.body as object)).toEqual(Object.keys(refused.body))
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe.each(Object.entries(badTokens))('with %s', (_, headersOf) => {
  it.each(withToken)('rejects $method $path ($name)', async ({ name, method, path }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await send(method, url, { ...request, headers: await headersOf() })
    expect(answer).toMatchObject(refused)
    expect(Object.keys(answer.body as object)).toEqual(Object.keys(refused.body))
  })
})

describe.each(Object.entries(good))('with a key and %s', (_, headersOf) => {
  it.each(offered)('accepts $method $path ($name)', async ({ name, method, path, status }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await send(method, url, { ...request, headers: headersOf() })
    expect([answer.status, answer.body]).toEqual([status, answer.body])
  })
})

describe('a technician', () => {
  it.each(withToken)('$method $path ($name)', async ({ name, method, path, access, status }) => {
    const { path: url, ...request } = requestOf(name, path, company)
    const answer = await callAs(company.technician)(method, url, request)
    const allowed = policy[access].access !== 'admin'
    expect([answer.status, answer.body]).toEqual([allowed ? status : 403, answer.body])
    if (!allowed) expect(answer.body).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('gets 403 before validation errors', async () => {
    const call = callAs(company.technician)
    expect(await call('POST', '/v1/jobs', { body: {} })).toMatchObject({ status: 403 })
  })
})

describe('another company', () => {
  const refusal = ({ name, method, path }: (typeof offered)[number]) => {
    if (method === 'POST') return 400
    const lists = !path.includes('{') && method === 'GET' && !/Jobs|Zones$/.test(name)
    return lists ? 200 : 404
  }

  it.each(withToken)(
    'does not find this company’s records by $method $path ($name)',
    async (operation) => {
      const { path: url, ...request } = requestOf(operation.name, operation.path, company)
      const answer = await callAs(other.admin)(operation.method, url, request)
      expect([answer.status, answer.body]).toEqual([refusal(operation), answer.body])
      if (answer.status !== 200) return
      const pair = await pairOf(company.admin)
      const own = await send(operation.method, url, { ...request, headers: pair })
      const ids = (page: { body: { data: { id: string }[] } }) => page.body.data.map(({ id }) => id)
      expect(ids(answer)).not.toEqual([])
      expect(ids(answer).filter((id) => ids(own).includes(id))).toEqual([])
    },
  )
})

it('rejects a revoked key from the next request on, in every instance', async () => {
  const elsewhere = await startService()
  const { admin } = company
  const soonRevoked = await newKey(admin)
  const headers = { 'x-api-key': soonRevoked, 'x-api-token': token }
  const url = `/v1/job-types?${new URLSearchParams(PAGE).toString()}`
  const call = async () => [
    (await send('GET', url, { headers })).status,
    (await fetch(`${elsewhere}${url}`, { headers })).status,
  ]
  expect(await call()).toEqual([200, 200])
  const { uuid } = await db.prisma.apiKey.findFirstOrThrow({
    where: { hash: new Uint8Array(hashSecret(soonRevoked)) },
  })
  await revokeApiKey(admin, { id: uuid })
  expect(await call()).toEqual([401, 401])
})
