import { beforeAll, expect, it } from 'vitest'
import { newSession } from '../support/sessions.js'
import { newCompany, newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { startService } from '../support/graphql.js'
import { newOauthClient, type OauthClient } from '../support/oauth-client.js'
import { openSession } from '../../src/domain/credential/session.js'

const db = testDatabase()

let address: string
beforeAll(async () => {
  address = await startService({ LOGIN_ATTEMPTS_PER_MINUTE: '2', TRUST_PROXY: 'on' })
})

let network = 0
const newNetwork = () => `198.51.100.${(network += 1)}`

const obtain = async (
  from: string,
  body: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(body),
    headers: { 'x-forwarded-for': from, ...headers },
  })
  const answer = (await response.json()) as Record<string, string>
  return { status: response.status, answer, headers: response.headers }
}

const passwordGrant = (client: Partial<OauthClient>, username: string) => ({
  grant_type: 'password',
  ...client,
  username,
  password: PASSWORD,
})

const newOwner = async () => {
  const company = await newCompany(db)
  const { id, email } = await newUser(company)
  return {
    email,
    viewer: { companyId: company.companyId, userId: id, role: 'technician' as const },
  }
}

const guessSecret = async (from: string, client: OauthClient, username: string) => {
  const wrong = { ...client, client_secret: 'wrong' }
  return (await obtain(from, passwordGrant(wrong, username))).status
}

it('refuses credentials of a client in the body and in HTTP Basic together', async () => {
  const client = await newOauthClient(db)
  const { email } = await newOwner()
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const authorization = `Basic ${basic}`
  const send = (body: Partial<OauthClient>) =>
    obtain(newNetwork(), passwordGrant(body, email), { authorization })

  const { client_id, client_secret } = client
  for (const body of [client, { client_secret }, { client_id: 'another' }]) {
    const { status, answer } = await send(body)
    expect([status, answer['error']]).toEqual([400, 'invalid_request'])
  }
  expect((await send({})).status).toBe(200)
  expect((await send({ client_id })).status).toBe(200)
})

it('throttles wrong secrets from one address, and then the right one, but not from another address', async () => {
  const client = await newOauthClient(db)
  const { email } = await newOwner()
  const from = newNetwork()
  const statuses = await Promise.all(
    Array.from({ length: 6 }, () => guessSecret(from, client, email)),
  )
  expect(statuses.sort()).toEqual([401, 401, 429, 429, 429, 429])
  const { status, headers, answer } = await obtain(from, passwordGrant(client, email))
  expect([status, answer]).toMatchObject([429, { message: 'Too Many Attempts.' }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await obtain(newNetwork(), passwordGrant(client, email))).status).toBe(200)
})

it('lets known users and live sessions through while others behind their address are throttled', async () => {
  const client = await newOauthClient(db)
  const [known, unknown] = [await newOwner(), await newOwner()]
  const office = newNetwork()
  expect((await obtain(office, passwordGrant(client, known.email))).status).toBe(200)
  const { refreshToken } = await openSession(db, unknown.viewer, 'set_a', {
    oauthClientId: client.client_id,
  })
  for (let index = 0; index < 4; index += 1) await guessSecret(office, client, 'nobody@example.com')

  expect((await obtain(office, passwordGrant(client, unknown.email))).status).toBe(429)
  expect((await obtain(office, passwordGrant(client, known.email))).status).toBe(200)
  const refresh = { grant_type: 'refresh_token', ...client, refresh_token: refreshToken! }
  expect((await obtain(office, refresh)).status).toBe(200)
})

it('accepts the access token of a live session as proof during guesses at a password', async () => {
  const client = await newOauthClient(db)
  const { email, viewer } = await newOwner()
  const office = newNetwork()
  const wrong = { ...passwordGrant(client, email), password: 'wrong' }
  for (let index = 0; index < 3; index += 1) await obtain(office, wrong)
  expect((await obtain(office, passwordGrant(client, email))).status).toBe(429)
  const { accessToken } = await newSession({ db, viewer })
  const authorization = `Bearer ${accessToken}`
  const { status } = await obtain(office, passwordGrant(client, email), { authorization })
  expect(status).toBe(200)
})
