import { Writable } from 'node:stream'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { newSecret } from '../../src/domain/credential/secret.js'
import { createLog } from '../../src/log/create-log.js'
import { newCompany, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { post, service, tokenOf } from '../support/graphql.js'
import { traced, traceLog } from '../support/trace-log.js'
import { passwordGrant, jobBody } from '../set-a/requests.js'
import * as setA from '../set-a/rest.js'
import * as setB from '../set-b/rest.js'

/** The line of an object in a log of the most detailed level. */
function lineOf(details: object): string {
  let line = ''
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      line += chunk.toString()
      done()
    },
  })
  createLog('trace', destination).trace(details, 'message')
  expect(JSON.parse(line)).toMatchObject({ level: 10, msg: 'message' })
  return line
}

const TOKEN = `fis_access_${'t'.repeat(54)}`

it.each(['access', 'refresh', 'key', 'client', 'password'] as const)(
  'the log has no secret of the kind %s, wherever it stands in a text',
  (kind) => {
    const secret = newSecret(kind)
    expect(lineOf({ url: `/reset/${secret}?next=1`, note: `see ${secret}.` })).not.toContain(secret)
  },
)

describe('the log has no secret', () => {
  it.each([
    [
      'the headers of a request',
      { headers: { Authorization: 'Bearer hidden', 'X-API-Key': 'hidden', cookie: 'a=hidden' } },
    ],
    ['raw headers', { raw: ['Authorization', 'Basic hidden', 'authorization', `Bearer ${TOKEN}`] }],
    ['a body', { body: { username: 'a', password: 'hidden "quoted"', client_secret: 'hidden' } }],
    ['a list', { requests: [{ variables: { input: { refreshToken: 'hidden' } } }] }],
    [
      'a body as a text',
      { body: JSON.stringify({ password: 'hid"den', nested: '{"secret":"hidden"}' }) },
    ],
    ['a truncated body', { body: '{"username":"a","password":"hidden' }],
    ['a form', { body: 'grant_type=password&password=hidden&client_secret=hidden' }],
    [
      'a GraphQL document',
      { query: 'mutation { login(input: { username: "a", password: "hidden" }) { accessToken } }' },
    ],
    [
      'a GraphQL document with a block string',
      { query: '{ login(password: """hidden\n"hidden" """) }' },
    ],
    [
      'a URL',
      { url: '/graphql?access_token=hidden&x=1', database: 'postgresql://me:hidden@host/name' },
    ],
    ['an error', { err: new Error(`invalid token ${TOKEN} of postgresql://me:hidden@host/name`) }],
    [
      'the cause of an error',
      { err: new Error('outer', { cause: new Error('password: "hidden"') }) },
    ],
    ['a request', { req: { method: 'GET', url: '/graphql?query={login(password:"hidden")}' } }],
  ])('of %s', (_, details) => {
    const line = lineOf(details)
    expect(line).not.toContain('hid')
    expect(line).not.toContain(TOKEN)
  })

  it('in a time that grows with the length of the line only', () => {
    const path = `/token/${'a-'.repeat(500_000)}password=hidden`
    const start = performance.now()
    expect(lineOf({ path })).not.toContain('hidden')
    // Half a million beginnings of a name took an hour.
    expect(performance.now() - start).toBeLessThan(30_000)
  })

  it('but other values, unchanged', () => {
    const details = { path: '/oauth/token', site: { name: 'Dover', zones: [1, null, true] } }
    expect(JSON.parse(lineOf(details))).toMatchObject(details)
  })
})

describe('the log has no value of a statement', () => {
  it('of a violated constraint', () => {
    const err = Object.assign(new pg.DatabaseError('duplicate key value', 1, 'error'), {
      code: '23505',
      constraint: 'client_code_key',
      detail: 'Key (code)=(C-0815) already exists.',
    })
    const line = lineOf({ err })
    expect(line).toContain('client_code_key')
    expect(line).not.toContain('C-0815')
  })

  it('that the server cannot read', async () => {
    const err: unknown = await testDatabase()
      .write({ text: 'select $1::uuid', values: ['C-0815'] })
      .catch((error: unknown) => error)
    const line = lineOf({ err })
    expect(line).toContain('invalid input syntax for type uuid')
    expect(line).not.toContain('C-0815')
  })
})

it('has no secret of any interface at the level trace', async () => {
  const company = await newPopulatedCompany()
  const address = await service()
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  const input = { username: company.users.admin.email, password: PASSWORD }
  const login =
    'mutation ($input: LoginInput!) { login(input: $input) { accessToken refreshToken } }'
  const { data } = await post(login, { input })
  const refreshed = await post(
    'mutation ($input: RefreshTokenInput!) { refreshToken(input: $input) { accessToken refreshToken } }',
    { input: { refreshToken: data.login.refreshToken } },
  )
  expect(refreshed.status).toBe(200)
  await post(login, { input: { ...input, password: 'a wrong password' } })
  await post(`{ login(password: "${PASSWORD}") }`, {}, { authorization })
  await post('{ viewer { role } }', {}, { authorization: `Bearer ${TOKEN}` })

  const grant = await setA.send('POST', '/oauth/token', { body: passwordGrant(company) })
  expect(grant.status).toBe(200)
  const form = new FormData()
  for (const [name, value] of Object.entries(jobBody(company))) form.set(name, String(value))
  form.append('documents[]', new Blob(['%PDF-1.4\n%%EOF\n']), 'plan.pdf')
  const job = await setA.callAs(company.admin)('POST', '/api/job', { body: form })
  expect(job.status).toBe(201)
  const key = await setB.newKey(company.admin)
  const signedIn = await setB.send('POST', '/api/authentication/login', {
    headers: { 'x-api-key': key },
    body: input,
  })
  expect(signedIn.status).toBe(200)
  await fetch(`${address}/documents/none?token=${TOKEN}`, { headers: { authorization } })
  await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: `{"password":"${PASSWORD}"`,
  })

  const { log, secrets } = traced()
  expect(traceLog.level).toBe('trace')
  expect(log.split('\n').length).toBeGreaterThan(10)
  expect(log).toContain('Providing options to busboy')
  expect(secrets.length).toBeGreaterThan(8)
  for (const secret of [...secrets, TOKEN, PASSWORD, key, company.oauthClient.client_secret]) {
    expect(log).not.toContain(secret)
  }
})

it('is written for each request', async () => {
  const company = await newCompany(testDatabase())
  const { headers } = await post(
    '{ viewer { role } }',
    {},
    { authorization: `Bearer ${await tokenOf(company.admin)}` },
  )
  expect(traced().log).toContain(headers.get('x-request-id'))
})
