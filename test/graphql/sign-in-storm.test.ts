import { hash } from '@node-rs/argon2'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_QUEUED_CALLS, queueForHashing } from '../../src/domain/credential/hashing-queue.js'
import { allowDefinitions } from '../../src/db/shards/tables.js'
import { newCompany, newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { newOauthClient } from '../support/oauth-client.js'
import { newSession } from '../support/sessions.js'
import { isSharded } from '../support/shards.js'
import { newKey } from '../set-b/rest.js'

const db = testDatabase()

const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
const READ = '{ sites { nodes { name } } viewer { role } }'

/** A promise, and the function that resolves it. If the test fails, the hashing must not stay blocked for the others of the worker. */
function untilReleased() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  onTestFinished(() => {
    release()
  })
  return {
    released,
    release: () => {
      release()
    },
  }
}

it('answers every read and every sign-in while 600 sign-ins arrive together', async () => {
  const address = await startService({ LOGIN_ATTEMPTS_PER_MINUTE: '10' })
  const service = Promise.resolve(address)
  const company = await newCompany(db)
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  // As cheap as argon2 allows: the test is about the queues.
  const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const users = await Promise.all(
    Array.from({ length: 60 }, () => newUser(company, { passwordHash })),
  )
  await post(READ, {}, { authorization }, service)

  // While no password is hashed, sign-ins fill all places to wait, and the service refuses the rest.
  const { released, release } = untilReleased()
  const hashing = queueForHashing((inTurn) => inTurn(() => released))
  let answered = 0
  const signIns = Array.from({ length: 600 }, async (_, index) => {
    const input = { username: users[index % users.length]!.email, password: PASSWORD }
    const answer = await post(LOGIN, { input }, {}, service)
    answered += 1
    return answer
  })
  await expect.poll(() => answered).toBeGreaterThan(0)
  const reads = Array.from({ length: 50 }, () => post(READ, {}, { authorization }, service))
  for (const { status, data } of await Promise.all(reads)) {
    expect([status, data.viewer]).toEqual([200, { role: 'ADMIN' }])
  }
  release()
  await hashing
  const answers = await Promise.all(signIns)
  const succeeded = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(succeeded.length + refused.length).toBe(600)
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

  const { released, release } = untilReleased()
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
  await prolongGrace(sessionId)
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

/** Sets the first use of a session's refresh token an hour late: otherwise its successor works for 10 seconds only. */
async function prolongGrace(sessionId: string): Promise<void> {
  await define(
    `create function use_later() returns trigger language plpgsql as $$
      begin new.used_at = new.used_at + interval '1 hour'; return new; end $$`,
    `create trigger use_later before update on refresh_token for each row
      when (new.session_id = '${sessionId}' and old.used_at is null) execute function use_later()`,
  )
  onTestFinished(() =>
    define('drop trigger use_later on refresh_token', 'drop function use_later()'),
  )
}

/** Executes definitions in a transaction, because a distributed database allows triggers by a setting of it. */
async function define(...definitions: readonly string[]): Promise<void> {
  const client = await db.pool.connect()
  await client.query('begin')
  if (isSharded) await allowDefinitions(client)
  for (const text of definitions) await client.query(text)
  await client.query('commit')
  client.release()
}
