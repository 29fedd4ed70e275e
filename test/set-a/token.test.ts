import { passwordGrant } from './requests.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { earlier } from '../support/earlier.js'
import { service, startService } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'
import { send } from './rest.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { newOauthClient } from '../support/oauth-client.js'

let company: PopulatedCompany
beforeAll(async () => {
  company = await newPopulatedCompany()
})

const obtain = (body: unknown, headers: Record<string, string> = {}) =>
  send('POST', '/oauth/token', { body, headers })
const form = (body: Record<string, string>) => new URLSearchParams(body)
const refreshGrant = (refresh_token: string) => ({
  grant_type: 'refresh_token',
  ...company.oauthClient,
  refresh_token,
})
const refusal = (error: string, description: string) => ({
  error,
  error_description: description,
  message: description,
})
const reads = async (token: string) =>
  (await send('GET', '/api/sites', { headers: { authorization: `Bearer ${token}` } })).status

/** Sets the first use of a session's refresh tokens some seconds back. */
const passSinceUse = (seconds: number) =>
  testDatabase().pool.query(
    `update refresh_token set used_at = ${earlier('used_at', "$1 * interval '1 second'")} where used_at is not null`,
    [seconds],
  )

describe('a password', () => {
  it.each([
    ['as JSON', () => passwordGrant(company)],
    ['as a form', () => form(passwordGrant(company))],
  ])('opens a session: %s', async (_, bodyOf) => {
    const { status, body, headers } = await obtain(bodyOf())
    expect([status, body]).toEqual([
      200,
      {
        token_type: 'Bearer',
        expires_in: 1_296_000,
        access_token: expect.stringMatching(/^fis_access_\S{43,}$/) as string,
        refresh_token: expect.stringMatching(/^fis_refresh_\S{43,}$/) as string,
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await reads(body.access_token as string)).toBe(200)
  })

  it('opens a session for a client with HTTP Basic credentials', async () => {
    const { client_id, client_secret, ...rest } = passwordGrant(company)
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    expect((await obtain(rest, { authorization: `Basic ${basic}` })).status).toBe(200)
    const wrong = Buffer.from(`${client_id}:wrong`).toString('base64')
    const refused = await obtain(rest, { authorization: `Basic ${wrong}` })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="oauth"')
  })

  it('compares the username case-insensitively, and the password exactly', async () => {
    const grant = passwordGrant(company)
    expect((await obtain({ ...grant, username: ` ${grant.username.toUpperCase()} ` })).status).toBe(
      200,
    )
    expect((await obtain({ ...grant, password: ` ${PASSWORD}` })).status).toBe(401)
  })

  it('is rejected in the same way for an unknown user, a wrong password and a disabled user', async () => {
    const disabled = await newUser(company, { active: false })
    const removed = await newUser(company, { deletedAt: new Date() })
    const grant = passwordGrant(company)
    for (const wrong of [
      { username: 'nobody@example.com' },
      { password: 'wrong' },
      { username: disabled.email },
      { username: removed.email },
      { username: '\0' },
    ]) {
      const { status, body, headers } = await obtain({ ...grant, ...wrong })
      expect([status, body]).toEqual([
        401,
        refusal('invalid_grant', 'The user credentials were incorrect.'),
      ])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('an invalid request', () => {
  it.each(['grant_type', 'client_id', 'client_secret', 'username', 'password'])(
    'has no %s or an empty one',
    async (name) => {
      for (const value of [undefined, '']) {
        const { status, body } = await obtain({ ...passwordGrant(company), [name]: value })
        const message = `The ${name.replace('_', ' ')} field is required.`
        expect([status, body]).toEqual([400, refusal('invalid_request', message)])
      }
    },
  )

  it('has no refresh token', async () => {
    const { status, body } = await obtain({ grant_type: 'refresh_token', ...company.oauthClient })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it.each(['client_credentials', 'authorization_code', 'Password', 'constructor'])(
    'has the grant %s',
    async (grant_type) => {
      const { status, body } = await obtain({ ...passwordGrant(company), grant_type })
      expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
    },
  )

  it.each([{ client_secret: 'wrong' }, { client_id: 'unknown' }, { client_id: '\0' }])(
    'has an invalid client: %j',
    async (wrong) => {
      const { status, body } = await obtain({ ...passwordGrant(company), ...wrong })
      expect([status, body]).toEqual([
        401,
        refusal('invalid_client', 'Client authentication failed.'),
      ])
    },
  )

  it('has a revoked client', async () => {
    const oauthClient = await newOauthClient(company.db)
    await testDatabase().prisma.oauthClient.update({
      where: { id: oauthClient.client_id },
      data: { revokedAt: new Date() },
    })
    const { body } = await obtain(passwordGrant({ ...company, oauthClient }))
    expect(body.error).toBe('invalid_client')
  })

  it.each([
    ['a list', [1]],
    ['a text', 'x'],
    ['a number for a password', { grant_type: 'password', password: 5 }],
  ])('has a body that is not an object of strings: %s', async (_, given) => {
    const { status, body } = await obtain(given)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it.each(['[]', '5', '"x"', 'true', 'null'])('has no grant type: %s', async (body) => {
    const response = await fetch(`${await service()}/oauth/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_request', message: 'The grant type field is required.' },
    ])
  })

  it.each([
    ['{', 'application/json'],
    ['<a/>', 'application/xml'],
  ])('has a malformed body: %s', async (body, type) => {
    const address = await startService()
    const response = await fetch(`${address}/oauth/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    const { error } = (await response.json()) as { error: string }
    expect([response.status, error]).toEqual([400, 'invalid_request'])
  })
})

describe('a refresh token', () => {
  const pair = async () => (await obtain(passwordGrant(company))).body

  it.each([
    ['as JSON', (grant: Record<string, string>) => grant],
    ['as a form', form],
  ])('is exchanged for a new pair, and the old access token still works: %s', async (_, send) => {
    const { access_token, refresh_token } = await pair()
    const { status, body } = await obtain(send(refreshGrant(refresh_token as string)))
    expect([status, Object.keys(body as object)]).toEqual([
      200,
      ['token_type', 'expires_in', 'access_token', 'refresh_token'],
    ])
    expect(body.refresh_token).not.toBe(refresh_token)
    expect(await reads(body.access_token as string)).toBe(200)
    expect(await reads(access_token as string)).toBe(200)
  })

  it('can be exchanged again within ten seconds, by a client that lost the response', async () => {
    const { refresh_token } = await pair()
    const answers = await Promise.all(
      [1, 2, 3].map(() => obtain(refreshGrant(refresh_token as string))),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(await reads(body.access_token as string)).toBe(200)
    }
  })

  it('revokes its whole session if it is used again later', async () => {
    const first = await pair()
    const second = (await obtain(refreshGrant(first.refresh_token as string))).body
    await passSinceUse(11)
    const reused = await obtain(refreshGrant(first.refresh_token as string))
    expect([reused.status, reused.body]).toEqual([
      401,
      refusal('invalid_grant', 'The refresh token is invalid.'),
    ])
    expect(await reads(first.access_token as string)).toBe(401)
    expect(await reads(second.access_token as string)).toBe(401)
    expect((await obtain(refreshGrant(second.refresh_token as string))).status).toBe(401)
  })

  it('is rejected if it is malformed, an access token, or of another client or interface', async () => {
    const { access_token, refresh_token } = await pair()
    const elsewhere = await newSession(company.admin, 'graphql')
    for (const token of ['garbage', access_token, elsewhere.refreshToken]) {
      expect((await obtain(refreshGrant(token as string))).body.error).toBe('invalid_grant')
    }
    const stranger = {
      ...refreshGrant(refresh_token as string),
      ...(await newOauthClient(company.db)),
    }
    expect((await obtain(stranger)).body.error).toBe('invalid_grant')
    expect((await obtain(refreshGrant(refresh_token as string))).status).toBe(200)
  })

  it('is rejected once its user is disabled', async () => {
    const user = await newUser(company)
    const { body } = await obtain({ ...passwordGrant(company), username: user.email })
    await testDatabase().prisma.user.updateMany({ where: { id: user.id }, data: { active: false } })
    expect((await obtain(refreshGrant(body.refresh_token as string))).status).toBe(401)
  })
})
