import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service, startService, tokenOf } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'

const APP = 'https://app.example'
const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(testDatabase())
})

/** A browser's request before one to `path` with credentials. */
const preflight = (address: string, origin: string, path = '/graphql', method = 'POST') =>
  fetch(`${address}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  })

const allowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin')

const FACES = [
  ['/graphql', 'POST'],
  ['/api/assets', 'GET'],
  ['/oauth/token', 'POST'],
  ['/v1/assets', 'PATCH'],
  ['/api/authentication/login', 'POST'],
  ['/documents/019b76da-a8a6-75d2-aa75-997c77ef3f05', 'GET'],
  ['/v1/openapi.json', 'GET'],
] as const

test('OPTIONS of an unknown path without an origin is 404', async () => {
  const response = await fetch(`${await service()}/nothing`, { method: 'OPTIONS' })
  expect(response.status).toBe(404)
})

describe('a page of another origin', () => {
  test.each(FACES)(
    'may send requests to %s: the preflight needs no credentials',
    async (path, method) => {
      const response = await preflight(await service(), 'http://localhost:5173', path, method)
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-headers': 'authorization,content-type',
        'access-control-allow-methods': expect.stringContaining(method) as string,
        'access-control-max-age': '7200',
      })
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    },
  )

  test.each([...FACES.map(([path]) => path), '/nothing', '/health'])(
    'may read the response of %s, an error too',
    async (path) => {
      const response = await fetch(`${await service()}${path}`, {
        headers: { origin: 'http://127.0.0.1:3000', accept: '*/*' },
      })
      expect(allowedOrigin(response)).toBe('http://127.0.0.1:3000')
      expect(response.headers.get('vary')).toContain('Origin')
    },
  )

  test('may read the headers of the service', async () => {
    const headers = {
      origin: 'http://localhost',
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(company.admin)}`,
    }
    const body = JSON.stringify({ query: '{ viewer { role } }' })
    const query = await fetch(`${await service()}/graphql`, { method: 'POST', headers, body })
    const { uuid } = await newDocument(company)
    const download = await fetch(`${await service()}/documents/${uuid}`, { headers })
    const refused = await fetch(`${await service()}/graphql`, {
      method: 'PUT',
      headers: { origin: headers.origin },
    })
    for (const response of [query, download, refused]) {
      const exposed = response.headers.get('access-control-expose-headers')?.split(', ') ?? []
      const custom = [...response.headers.keys()].filter((name) =>
        /^(x-(request|query)|ratelimit|retry|allow|content-disposition|date|etag)/.test(name),
      )
      expect(exposed).toEqual(expect.arrayContaining(custom))
    }
    const [, names] = /may read the response headers ([^.]*)\./.exec(
      await readFile('docs/clients.md', 'utf8'),
    )!
    const documented = [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    const exposed = query.headers.get('access-control-expose-headers')!.split(', ')
    expect(documented.sort()).toEqual(exposed.sort())
    expect(query.headers.get('x-query-cost')).toBe('2')
    expect(download.headers.get('content-disposition')).toContain('attachment')
    expect(refused.headers.get('allow')).toBe('GET, POST')
  })
})

describe('CORS_ORIGINS', () => {
  test('is empty by default in production: no page of another origin may read', async () => {
    const address = await startService(PRODUCTION)
    for (const origin of ['http://localhost:5173', APP]) {
      expect(allowedOrigin(await preflight(address, origin))).toBeNull()
      expect(allowedOrigin(await fetch(`${address}/health`, { headers: { origin } }))).toBeNull()
    }
  })

  test('allows loopback origins by default in development, and no others', async () => {
    const address = await service()
    for (const origin of ['http://localhost:1', 'https://localhost', 'http://[::1]:9']) {
      expect(allowedOrigin(await preflight(address, origin))).toBe(origin)
    }
    for (const origin of [
      'https://localhost.evil.example',
      'http://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
    ]) {
      expect(allowedOrigin(await preflight(address, origin))).toBeNull()
    }
  })

  test('is a list of exact origins', async () => {
    const CORS_ORIGINS = `${APP}, https://other.example:8443,capacitor://localhost`
    const address = await startService({ ...PRODUCTION, CORS_ORIGINS })
    for (const origin of [APP, 'https://other.example:8443', 'capacitor://localhost']) {
      expect(allowedOrigin(await preflight(address, origin))).toBe(origin)
    }
    for (const origin of [`${APP}:8443`, 'http://app.example', 'http://localhost:5173']) {
      expect(allowedOrigin(await preflight(address, origin))).toBeNull()
    }
  })

  test('allows every origin with *, and none with off', async () => {
    const all = await startService({ ...PRODUCTION, CORS_ORIGINS: '*' })
    expect(allowedOrigin(await preflight(all, 'https://any.example'))).toBe('https://any.example')
    const none = await startService({ CORS_ORIGINS: 'off' })
    expect(allowedOrigin(await preflight(none, 'http://localhost:5173'))).toBeNull()
  })
})

test('preflight requests do not count against the rate limit', async () => {
  const address = await startService({ RATE_LIMIT_PER_MINUTE: '2' })
  for (let count = 0; count < 5; count += 1) {
    expect((await preflight(address, 'http://localhost:5173')).status).toBe(204)
  }
  const { accessToken } = await newSession(company.admin, 'graphql')
  const headers = { origin: 'http://localhost:5173', authorization: `Bearer ${accessToken}` }
  const statuses = []
  for (let count = 0; count < 3; count += 1) {
    const response = await fetch(`${address}/v1/users`, { headers })
    statuses.push(response.status)
    expect(allowedOrigin(response)).toBe('http://localhost:5173')
  }
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.slice(0, 2)).not.toContain(429)
})

test('an OPTIONS request that is not of a browser is answered as before', async () => {
  const response = await fetch(`${await service()}/graphql`, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
})

test('a form on another site cannot send a query, because CSRF prevention stays on', async () => {
  const response = await fetch(`${await service()}/graphql?query={__typename}`, {
    headers: { origin: 'http://localhost:5173', 'content-type': 'text/plain' },
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('CSRF')
})
