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
import { callAs, bearerOf, send } from './rest.js'
import { requestOf, passwordGrant } from './requests.js'
import { specified } from './specification.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

const urlOf = (path: string) => path.replace('{site}', String(company.site.id))

/** Sends a raw body to the operation that creates assets. */
async function raw(body: string | undefined, headers: Record<string, string>) {
  const response = await fetch(`${await service()}/api/asset`, {
    method: 'POST',
    ...(body !== undefined && { body }),
    headers: { ...(await bearerOf(company.admin)), ...headers },
  })
  const answer = (await response.json()) as { message: string }
  return { status: response.status, type: response.headers.get('content-type'), body: answer }
}

const JSON_TYPE = 'application/json; charset=utf-8'

describe('400', () => {
  it.each(['{', 'x', '{"code":"x",}', ''])('malformed JSON: %j', async (body) => {
    const answer = await raw(body, { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 400, type: JSON_TYPE })
    expect(Object.keys(answer.body)).toEqual(['message'])
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of the type %s', async (type) => {
    const answer = await raw('{}', { 'content-type': type })
    expect(answer).toMatchObject({ status: 400, type: JSON_TYPE })
  })

  it('a body that is too large', async () => {
    const { status, body } = await call('POST', '/api/asset', {
      body: { code: 'x'.repeat(2_200_000) },
    })
    expect([status, Object.keys(body as object)]).toEqual([400, ['message']])
  })

  it.each(['/api/%zz', '/api/sites/%'])('a path that cannot be read: %s', async (path) => {
    const response = await fetch(`${await service()}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, JSON_TYPE])
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })
})

describe('404', () => {
  const NOT_FOUND = { message: 'The resource could not be found.' }

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/sites/',
    '/api/site/1',
    '/oauth',
    '/oauth/tokens',
  ])('for %s, with and without credentials', async (path) => {
    for (const answer of [await call('GET', path), await send('POST', path)]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND])
    }
  })

  it.each(['//api/sites', '/API/sites', '/apix'])(
    'for %s, which is outside of all interfaces',
    async (path) => {
      const response = await fetch(`${await service()}${path}`)
      expect([response.status, await response.json()]).toEqual([404, NOT_FOUND])
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it.each(['x', '1.5', '-1', '0', '99999999999', '2147483647', '9999999999999999999', '%20', '1x'])(
    'for the site %s',
    async (site) => {
      const { status, body } = await call('GET', `/api/site/${site}/zones`)
      expect([status, body]).toEqual([404, NOT_FOUND])
    },
  )
})

it('responds 410 for the zones of a removed site', async () => {
  const { id } = await newSite(company, { deletedAt: new Date() })
  const { status, body } = await call('GET', `/api/site/${id}/zones`)
  expect([status, body]).toEqual([410, { message: 'The resource has been removed.' }])
})

describe('405', () => {
  it.each(specified)('lists the method of $path', async ({ path, method }) => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (other === method) continue
      const { status, body, headers } = await send(other, urlOf(path))
      const allow = method === 'GET' ? 'GET, HEAD' : method
      expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
        405,
        allow,
        JSON_TYPE,
      ])
      expect(body.message).toBe(`The method ${other} is not allowed here. Allowed: ${allow}.`)
    }
  })

  it.each(['/api/openapi.json', '/api/docs'])('lists the methods of %s', async (path) => {
    const { status, headers } = await send('POST', path)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('406', () => {
  it.each(specified)(
    'is the response of $name to Accept headers without JSON',
    async ({ name, method, path }) => {
      const { path: url, ...request } = requestOf(name, path, company)
      for (const accept of ['text/html', 'application/xml', 'application/json;q=0', 'image/*']) {
        const { status, body } = await call(method, url, { ...request, headers: { accept } })
        expect([status, Object.keys(body as object).at(-1)], accept).toEqual([406, 'message'])
      }
    },
  )

  it.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, */*;q=0.1',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;q=0.9;charset="utf-8"',
    'text/html;level=1, application/json;version=1;q=0.5',
    '',
  ])('is not the response to Accept: %s', async (accept) => {
    expect((await call('GET', '/api/sites', { headers: { accept } })).status).toBe(200)
  })
})

/** Sends the raw lines of a request, and returns the raw response. */
async function exchange(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(await service())
  const socket = connect(Number(port), hostname)
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

describe('an unusual HTTP request', () => {
  it('may have an absolute URL', async () => {
    const { authorization } = await bearerOf(company.admin)
    const credentials = `Authorization: ${authorization}`
    const answer = await exchange(
      'GET http://h.example/api/sites?page=1 HTTP/1.1',
      'Host: x',
      credentials,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"path":"/api/sites"')
    expect(answer).not.toContain('h.example')
    const refused = await exchange('POST https://h.example/oauth/token HTTP/1.1', 'Host: x')
    expect(refused).toContain('"error":"invalid_request"')
  })

  it('must have a Host header', async () => {
    const answer = await exchange('GET /api/sites HTTP/1.1')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/\r\nx-request-id: \S+\r\n/)
    expect(answer).toContain('{"message":"The Host header is missing."}')
    expect(await exchange('GET /api/sites HTTP/1.0')).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('may have an unknown Expect header', async () => {
    const answer = await exchange('GET /api/sites HTTP/1.1', 'Host: x', 'Expect: wonders')
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('418', () => {
  const brew = (path: string) => exchange(`BREW ${path} HTTP/1.1`, 'Host: x')

  it('is the response to the method BREW, in JSON', async () => {
    const answer = await brew('/api/sites')
    expect(answer).toMatch(/^HTTP\/1\.1 418 I'm a Teapot\r\n/)
    expect(answer).toMatch(/\r\nx-request-id: \S+\r\n/)
    expect(answer.split('\r\n\r\n')[1]).toBe(`{"message":"I'm a teapot."}`)
  })

  it('is not the response to other unknown methods', async () => {
    const { hostname, port } = new URL(await service())
    const socket = connect(Number(port), hostname)
    socket.end('BROIL /api/sites HTTP/1.1\r\nHost: x\r\n\r\n')
    const [data] = (await once(socket, 'data')) as [Buffer]
    expect(data.toString()).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('429', () => {
  const expectLimited = async (response: Response, limit: string) => {
    expect([response.status, await response.json()]).toMatchObject([
      429,
      { message: 'Too Many Attempts.' },
    ])
    const retryAfter = Number(response.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect(response.headers.get('ratelimit-limit')).toBe(limit)
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(response.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
  }

  it.each(['0', '1000'])('limits sign-in attempts; limit of requests: %s', async (limit) => {
    const address = await startService({
      LOGIN_ATTEMPTS_PER_MINUTE: '2',
      RATE_LIMIT_PER_MINUTE: limit,
    })
    const { username, ...rest } = passwordGrant(await newPopulatedCompany())
    const guess = (password: string) =>
      fetch(`${address}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...rest, username, password }),
      })
    expect([(await guess('a')).status, (await guess('b')).status]).toEqual([401, 401])
    await expectLimited(await guess('c'), '2')
  })

  it('limits requests', async () => {
    const address = await startService({ RATE_LIMIT_PER_MINUTE: '2' })
    const headers = await bearerOf(company.admin)
    const read = () => fetch(`${address}/api/sites`, { headers })
    expect([(await read()).status, (await read()).status]).toEqual([200, 200])
    await expectLimited(await read(), '2')
  })

  it('counts rejected requests with any credentials', async () => {
    const address = await startService({ RATE_LIMIT_PER_MINUTE: '3' })
    const call = (method: string, headers: Record<string, string>) =>
      fetch(`${address}/api/sites`, { method, headers })
    const refused = [
      await call('GET', { authorization: 'Bearer one' }),
      await call('GET', { accept: 'text/html' }),
      await call('DELETE', { authorization: 'Bearer two' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 406, 405])
    await expectLimited(await call('GET', { authorization: 'Bearer three' }), '3')
  })
})

it('responds 500 to an internal error, with the request id and without details', async () => {
  const headers = await bearerOf(company.admin)
  const query = vi.spyOn(Sender.prototype, 'prepare')
  onTestFinished(() => {
    query.mockRestore()
  })
  query.mockImplementationOnce(() => {
    throw new Error('secret detail')
  })
  const answer = await send('GET', '/api/sites', { headers })
  const request_id = answer.headers.get('x-request-id')
  expect([answer.status, answer.body]).toEqual([500, { message: 'Server Error', request_id }])
})

it('responds 503 while the database is unreachable', async () => {
  const config = readConfig({ DATABASE_CONNECT_TIMEOUT_MS: '1000' })
  const nowhere = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' }
  const db = connectSource(
    { connection: nowhere, embedded: false, close: async () => {} },
    config,
    silentLog,
  )
  const app = await createApp(config, db, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  const headers = { authorization: 'Bearer x' }
  const read = await app.inject({ method: 'GET', url: '/api/sites', headers })
  const token = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: passwordGrant(company),
  })
  const message = 'Service Unavailable'
  const oauth = { error: 'temporarily_unavailable', error_description: message }
  expect([read.statusCode, read.json()]).toEqual([503, { message }])
  expect([token.statusCode, token.json()]).toEqual([503, { ...oauth, message }])
  for (const answer of [read, token]) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})

it('has a request id for every request', async () => {
  for (const [method, path] of [
    ['GET', '/api/sites'],
    ['GET', '/api/nothing'],
    ['PUT', '/api/sites'],
    ['POST', '/oauth/token'],
  ] as const) {
    const { headers } = await send(method, path)
    expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/)
  }
})

it('responds to HEAD like GET, without a body', async () => {
  const headers = await bearerOf(company.admin)
  const response = await fetch(`${await service()}/api/sites`, { method: 'HEAD', headers })
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('content-type')).toBe(JSON_TYPE)
})
