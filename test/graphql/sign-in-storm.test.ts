import { expect, it, onTestFinished } from 'vitest'
import { MAX_QUEUED_CALLS, queueForHashing } from '../../src/domain/credential/hashing-queue.js'
import { newCompany, newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { newOauthClient } from '../support/oauth-client.js'
import { newSession } from '../support/sessions.js'
import { newKey } from '../set-b/rest.js'

const db = testDatabase()

const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
const READ = '{ sites { nodes { name } } viewer { role } }'

it('answers every read and every sign-in while 500 sign-ins arrive together', async () => {
  const address = await startService({ LOGIN_ATTEMPTS_PER_MINUTE: '10' })
  const service = Promise.resolve(address)
  const company = await newCompany(db)
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  const users = await Promise.all(Array.from({ length: 50 }, () => newUser(company)))
  await post(READ, {}, { authorization }, service)

  const signIns = Array.from({ length: 500 }, (_, index) => {
    const input = { username: users[index % users.length]!.email, password: PASSWORD }
    return post(LOGIN, { input }, {}, service)
  })
  const reads = Array.from({ length: 50 }, () => post(READ, {}, { authorization }, service))
  const [read, answers] = await Promise.all([Promise.all(reads), Promise.all(signIns)])
  for (const { status, data } of read) {
    expect([status, data.viewer]).toEqual([200, { role: 'ADMIN' }])
  }
  const succeeded = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(succeeded.length + refused.length).toBe(500)
  expect(succeeded.length).toBeGreaterThanOrEqual(MAX_QUEUED_CALLS)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, errors } of refused) {
    expect(headers.get('retry-after')).toBe('5')
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  }
  // Refused sign-ins do not count as wrong guesses: each user can sign in now.
  const input = { username: users[0]!.email, password: PASSWORD }
  expect((await post(LOGIN, { input }, {}, service)).status).toBe(200)
})

it('refuses sign-ins in each interface in its own format while the queue for hashing is full', async () => {
  const address = await startService()
  const company = await newCompany(db)
  const key = await newKey(company.admin)
  const { email } = await newUser(company)
  const client = await newOauthClient(db)
  const { refreshToken } = await newSession(company.admin)
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const { status } = response
    return { status, after: response.headers.get('retry-after'), body: await response.json() }
  }
  const credentials = { username: email, password: PASSWORD }
  const requests = () =>
    Promise.all([
      send('/oauth/token', { grant_type: 'password', ...client, ...credentials }),
      send('/api/authentication/login', credentials, { 'x-api-key': key }),
      send('/graphql', { query: LOGIN, variables: { input: credentials } }),
    ])

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // If the test fails, the queue must not stay full for the other tests of the worker.
  onTestFinished(() => {
    release()
  })
  const places = Array.from({ length: MAX_QUEUED_CALLS }, () => queueForHashing(() => released))
  const [setA, setB, graphql] = await requests()
  expect(setA).toMatchObject({
    status: 503,
    after: '5',
    body: { error: 'temporarily_unavailable', message: 'Service Unavailable' },
  })
  expect(setB).toMatchObject({
    status: 503,
    after: '5',
    body: { status: 503, code: 'UNAVAILABLE' },
  })
  expect(graphql).toMatchObject({ status: 503, after: '5' })
  const refresh =
    'mutation ($input: RefreshTokenInput!) { refreshToken(input: $input) { accessToken } }'
  expect(
    await send('/graphql', { query: refresh, variables: { input: { refreshToken } } }),
  ).toMatchObject({
    status: 200,
  })
  release()
  await Promise.all(places)
  expect((await requests()).map(({ status }) => status)).toEqual([200, 200, 200])
})

it('gives one successor to 50 concurrent exchanges at two instances', async () => {
  const instances = [await startService(), await startService()]
  const { admin } = await newCompany(db)
  const { refreshToken, sessionId } = await newSession(admin)
  const query = `mutation ($input: RefreshTokenInput!) {
    refreshToken(input: $input) { accessToken refreshToken expiresIn tokenType userErrors { code } }
  }`
  const exchange = (token: string, index: number) =>
    post(query, { input: { refreshToken: token } }, {}, Promise.resolve(instances[index % 2]!))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => exchange(refreshToken!, index)),
  )
  const [first] = answers
  for (const { status, data } of answers) expect([status, data]).toEqual([200, first!.data])
  expect(await db.prisma.refreshToken.count({ where: { sessionId } })).toBe(2)
  expect(await db.prisma.accessToken.count({ where: { sessionId } })).toBe(2)
  const next = await exchange(first!.data.refreshToken.refreshToken as string, 0)
  expect(next.status).toBe(200)
})
