import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from '../../src/app.js'
import { Sender } from '../../src/db/dispatch/sender.js'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { newSite } from '../support/builders.js'
import { service, startService } from '../support/graphql.js'
import { silentLog } from '../support/silent-log.js'
import { callAs, newKey, PAGE, pairOf, send } from './rest.js'
import { requestOf } from './requests.js'
import { specified } from './specification.js'
import {
  newRemovedRecords,
  newPopulatedCompany,
  type PopulatedCompany,
} from '../support/populated-company.js'

let company: PopulatedCompany
let removed: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  removed = await newRemovedRecords(company)
  call = callAs(company.admin)
})

const errorOf = (status: number, code: string) => ({
  status,
  body: { status, code, message: expect.stringMatching(/./) as string },
})

const paths = [...new Set(specified.map(({ path }) => path))].map((path) => ({
  path,
  url: path.replace('{id}', '0190b6a0-0000-7000-8000-000000000000'),
  methods: specified.filter((each) => each.path === path).flatMap(({ methods }) => methods),
}))

describe('400', () => {
  const raw = async (body: string, headers: Record<string, string>) => {
    const url = `${await service()}/v1/zones`
    const pair = await pairOf(company.admin)
    const response = await fetch(url, { method: 'POST', body, headers: { ...pair, ...headers } })
    return { status: response.status, body: await response.json() }
  }

  it.each(['{', '', 'x', '{"name":"x",}'])(
    'is the response to a body that is not JSON: %j',
    async (body) => {
      const answer = await raw(body, { 'content-type': 'application/json' })
      expect(answer).toMatchObject(errorOf(400, 'BAD_REQUEST'))
    },
  )

  it.each(['[]', '"x"', '1', 'null'])(
    'is the response to a body that is not an object: %s',
    async (body) => {
      const answer = await raw(body, { 'content-type': 'application/json' })
      expect(answer).toMatchObject(errorOf(400, 'BAD_REQUEST'))
    },
  )

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'is the response to a body of the type %s',
    async (type) => {
      expect(await raw('{}', { 'content-type': type })).toMatchObject(errorOf(400, 'BAD_REQUEST'))
    },
  )

  it('is the response to a body that is too large', async () => {
    const answer = await call('POST', '/v1/zones', { body: { name: 'x'.repeat(2_200_000) } })
    expect(answer).toMatchObject(errorOf(400, 'BAD_REQUEST'))
  })

  it('has no field errors if no field is invalid, and has a request id', async () => {
    const { body, headers } = await call('POST', '/v1/zones', { body: [] })
    expect(body.requestId).toBe(headers.get('x-request-id'))
    const { body: text } = await call('GET', '/v1/nothing')
    expect(Object.keys(text as object)).toEqual(['status', 'code', 'message', 'requestId'])
  })
})

describe('404 and 410', () => {
  const reads = specified.filter(({ path }) => path.includes('{id}'))

  it.each(reads)('$name responds 404 for an unknown or malformed id', async ({ path }) => {
    for (const id of ['0190b6a0-0000-7000-8000-000000000000', 'x', '1', '%00', '%F0%9F%92%A9']) {
      const answer = await call('GET', path.replace('{id}', id))
      expect(answer, id).toMatchObject(errorOf(404, 'NOT_FOUND'))
    }
  })

  it.each(reads)('$name responds 410 for a removed record', async ({ name, path }) => {
    const answer = await call('GET', requestOf(name, path, removed).path)
    expect(answer).toMatchObject(errorOf(410, 'GONE'))
  })

  it('has no field errors', async () => {
    const unknown = { id: '0190b6a0-0000-7000-8000-000000000000', name: 'x' }
    const none = await call('PATCH', '/v1/sites', { body: unknown })
    expect([none.status, Object.keys(none.body as object)]).toEqual([
      404,
      ['status', 'code', 'message', 'requestId'],
    ])
    const site = await newSite(company, { deletedAt: new Date() })
    const gone = await call('PATCH', '/v1/sites', { body: { ...unknown, id: site.uuid } })
    expect([gone.status, gone.body.errors]).toEqual([410, undefined])
  })

  it.each(['/v1', '/v1/', '/v1/nothing', '/v1/jobs/', '/v1/jobs/x/y'])('for %s', async (path) => {
    expect(await call('GET', path)).toMatchObject(errorOf(404, 'NOT_FOUND'))
  })
})

it('responds 400 to a malformed path, in this set’s format', async () => {
  const answer = await send('GET', '/v1/%zz')
  expect(answer).toMatchObject(errorOf(400, 'BAD_REQUEST'))
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
})

describe('405', () => {
  it.each(paths)('names the methods of $path', async ({ url, methods }) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (methods.includes(method)) continue
      const answer = await send(method, url)
      expect(answer, method).toMatchObject(errorOf(405, 'METHOD_NOT_ALLOWED'))
      const allow = answer.headers.get('allow')?.split(', ') ?? []
      expect(allow.filter((each) => each !== 'HEAD').sort()).toEqual([...methods].sort())
    }
  })
})

describe('406', () => {
  it.each(['text/html', 'application/xml', 'application/json;q=0', 'image/*'])(
    'is the response to Accept: %s',
    async (accept) => {
      const answer = await call('GET', '/v1/job-types', { query: PAGE, headers: { accept } })
      expect(answer).toMatchObject(errorOf(406, 'NOT_ACCEPTABLE'))
    },
  )

  it.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, */*;q=0.1',
    'application/json; charset=utf-8',
  ])('is not the response to Accept: %s', async (accept) => {
    const { status } = await call('GET', '/v1/job-types', { query: PAGE, headers: { accept } })
    expect(status).toBe(200)
  })

  it('is the response of the login too', async () => {
    const answer = await send('POST', '/api/authentication/login', {
      headers: { accept: 'text/html' },
    })
    expect(answer).toMatchObject(errorOf(406, 'NOT_ACCEPTABLE'))
  })
})

it('responds 418 to the method BREW only', async () => {
  const { hostname, port } = new URL(await service())
  const socket = connect(Number(port), hostname)
  socket.end('BREW /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 418 /)
  expect(JSON.parse(body)).toMatchObject({ status: 418, code: 'TEAPOT' })
})

describe('429', () => {
  it('limits sign-in attempts for a while', async () => {
    const address = await startService({ LOGIN_ATTEMPTS_PER_MINUTE: '2' })
    const key = await newKey(company.admin)
    const logIn = (password: string) =>
      fetch(`${address}/api/authentication/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ username: `${key}@example.com`, password }),
      })
    const statuses = []
    for (const password of ['a', 'b']) statuses.push((await logIn(password)).status)
    expect(statuses).toEqual([401, 401])
    const refused = await logIn('c')
    const body: unknown = await refused.json()
    expect({ status: refused.status, body }).toMatchObject(errorOf(429, 'TOO_MANY_REQUESTS'))
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('ratelimit-reset')).toBe(String(retryAfter))
    expect(refused.headers.get('ratelimit-limit')).toMatch(/^\d+$/)
  })

  it('limits requests', async () => {
    const address = await startService({ RATE_LIMIT_PER_MINUTE: '2' })
    const headers = await pairOf(company.admin)
    const url = `${address}/v1/job-types?${new URLSearchParams(PAGE).toString()}`
    const statuses = []
    for (let time = 0; time < 2; time += 1) statuses.push((await fetch(url, { headers })).status)
    expect(statuses).toEqual([200, 200])
    const refused = await fetch(url, { headers })
    const body: unknown = await refused.json()
    expect({ status: refused.status, body }).toMatchObject(errorOf(429, 'TOO_MANY_REQUESTS'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('ratelimit-limit')).toBe('2')
  })
})

it('responds 500 to an internal error, without details', async () => {
  const headers = await pairOf(company.admin)
  const query = vi.spyOn(Sender.prototype, 'prepare')
  onTestFinished(() => {
    query.mockRestore()
  })
  query.mockImplementationOnce(() => {
    throw new Error('secret detail')
  })
  const answer = await send('GET', '/v1/job-types', { query: PAGE, headers })
  expect(answer.body).toEqual({
    status: 500,
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side.',
    requestId: answer.headers.get('x-request-id'),
  })
  expect(answer.status).toBe(500)
})

describe('503', () => {
  it('is the response while the database is unreachable', async () => {
    const config = readConfig({ DATABASE_CONNECT_TIMEOUT_MS: '1000' })
    const nowhere = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' }
    const source = { connection: nowhere, embedded: false, close: async () => {} }
    const db = connectSource(source, config, silentLog)
    const app = await createApp(config, db, pino({ level: 'silent' }))
    onTestFinished(async () => {
      await app.close()
      await db.close()
    })
    const headers = { 'x-api-key': 'x', 'x-api-token': 'x' }
    for (const [method, url] of [
      ['GET', '/v1/job-types?pageSize=1&pageIndex=0'],
      ['POST', '/api/authentication/login'],
    ] as const) {
      const answer = await app.inject({ method, url, headers })
      const { statusCode: status } = answer
      expect({ status, body: answer.json<unknown>() }).toMatchObject(errorOf(503, 'UNAVAILABLE'))
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})
