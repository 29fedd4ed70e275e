import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getNamedType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { TOKEN_MUTATIONS } from '../../src/graphql/server/token-responses.js'
import {
  newCompany,
  newDocument,
  newSite,
  PASSWORD,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { schema, service, tokenOf } from '../support/graphql.js'
import { rawRequest } from '../support/raw-request.js'

let company: TestCompany
let headers: Record<string, string>
beforeAll(async () => {
  company = await newCompany(testDatabase())
  for (let count = 0; count < 20; count += 1) await newSite(company)
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  headers = { authorization, 'content-type': 'application/json' }
})

async function send(
  path: string,
  encoding: string | undefined,
  { method = 'POST', body }: { method?: string; body?: string } = {},
) {
  const accept = encoding === undefined ? {} : { 'accept-encoding': encoding }
  return rawRequest(`${await service()}${path}`, {
    method,
    headers: { ...headers, ...accept },
    body,
  })
}

const query = (text: string, encoding?: string) =>
  send('/graphql', encoding, { body: JSON.stringify({ query: text }) })

const SITES = '{ sites(first: 100) { nodes { id databaseId name createdAt } } }'

describe('a response over 1 kB', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is compressed for Accept-Encoding: %s, by both executors', async (accepted, used, open) => {
    for (const time of ['first', 'second', 'third']) {
      const plain = await query(SITES)
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.bytes.length).toBeGreaterThan(1024)
      const small = await query(SITES, accepted)
      expect(small.headers, time).toMatchObject({
        'content-encoding': used,
        vary: expect.stringContaining('accept-encoding') as string,
      })
      expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(open(small.bytes).equals(plain.bytes)).toBe(true)
    }
  })

  test.each(['identity', '*;q=0', 'unknown'])(
    'is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      const { headers, status } = await query(SITES, accepted)
      expect([status, headers['content-encoding']]).toEqual([200, undefined])
    },
  )

  test('of the REST APIs and the documentation is compressed too', async () => {
    for (const path of ['/api/openapi.json', '/v1/openapi.json', '/v1/docs/swagger-ui-bundle.js']) {
      const plain = await send(path, undefined, { method: 'GET' })
      const { headers, bytes } = await send(path, 'gzip', { method: 'GET' })
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true)
    }
  })

  test('has no body for HEAD', async () => {
    for (const path of ['/v1/openapi.json', '/v1/docs/swagger-ui-bundle.js', '/v1/docs']) {
      const { status, bytes } = await send(path, 'br', { method: 'HEAD' })
      expect([status, bytes.length]).toEqual([200, 0])
    }
  })
})

test('a response under 1 kB is not compressed', async () => {
  const { headers, bytes } = await query('{ viewer { role } }', 'br, gzip')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(Number(headers['content-length'])).toBe(bytes.length)
})

test('files whose format is compressed already are not compressed', async () => {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4000, 'x')])
  const { uuid } = await newDocument(company, { content })
  const { headers, bytes } = await send(`/documents/${uuid}`, 'br, gzip', { method: 'GET' })
  expect([headers['content-encoding'], bytes.length]).toEqual([undefined, content.length])
})

describe('a response with a token', () => {
  test('is never compressed', async () => {
    const { email } = company.users.admin
    const login = `mutation { a: login(input: { username: "${email}", password: "${PASSWORD}" })
      { accessToken refreshToken } }`
    const { headers, bytes } = await query(login, 'br, gzip')
    expect(bytes.toString()).toContain('fis_access_')
    expect(headers).toMatchObject({ 'cache-control': 'no-store, no-transform' })
    const create = `mutation { createApiKey(input: { name: "${'x'.repeat(50)}" }) { key
      ${Array.from({ length: 60 }, (_, index) => `a${index}: apiKey { name id }`).join(' ')} } }`
    const key = await query(create, 'br, gzip')
    expect(key.bytes.length).toBeGreaterThan(1024)
    expect(key.bytes.toString()).toContain('"key":"')
    // nginx does not compress a response with an encoding, although it ignores `no-transform`.
    expect(key.headers['content-encoding']).toBe('identity')
  })

  test('is one of each mutation whose payload has a text of its own', () => {
    const withText = Object.values(schema.getMutationType()!.getFields()).filter(({ type }) => {
      const payload = getNamedType(type)
      if (!isObjectType(payload)) throw new Error('expected a payload')
      const fields = Object.values(payload.getFields())
      return fields.some((field) => getNamedType(field.type).name === 'String')
    })
    expect(withText.map(({ name }) => name).sort()).toEqual([...TOKEN_MUTATIONS].sort())
  })
})
