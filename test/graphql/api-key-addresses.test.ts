import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { updateApiKey } from '../../src/domain/api-key/update-api-key.js'
import { newCompany, PASSWORD, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService } from '../support/graphql.js'

const db = testDatabase()
let address: Promise<string>
beforeAll(() => {
  address = startService({ TRUST_PROXY: '127.0.0.1,::1' })
})
let company: TestCompany

beforeEach(async () => {
  company = await newCompany(db)
})

const RANGES = ['192.0.2.0/24', '2001:db8::/32']
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const QUERY = '{ company { name } }'

const newKey = (limits: object = {}) =>
  createApiKey(company.admin, {
    name: 'Script',
    actsAs: company.admin.viewer.userId,
    scopes: ['READ'],
    addressRanges: RANGES,
    ...limits,
  })

const ask = (key: string, ip: string, query = QUERY) =>
  post(query, {}, { authorization: `Bearer ${key}`, ...from(ip) }, address)

const logIn = async (key: string, ip: string) => {
  const response = await fetch(`${await address}/api/authentication/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...from(ip) },
    body: JSON.stringify({ username: company.users.technician.email, password: PASSWORD }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

it('a key works only from its addresses, also if its session is cached', async () => {
  const { key } = await newKey()
  for (let time = 0; time < 3; time += 1) {
    expect((await ask(key, '192.0.2.17')).status).toBe(200)
    expect((await ask(key, '2001:db8::17')).status).toBe(200)
    for (const ip of ['192.0.3.1', '2001:db9::1']) {
      const { status, data, errors } = await ask(key, ip)
      expect(status).toBe(403)
      expect(data).toBeUndefined()
      expect(errors).toEqual([
        {
          message: 'The API key may not be used from this address.',
          extensions: { code: 'FORBIDDEN' },
        },
      ])
    }
  }
})

it('a revoked or unknown key is UNAUTHENTICATED from any address', async () => {
  const { key, id } = await newKey()
  await db.pool.query(`update api_key set revoked_at = now() - interval '1 second' where id = $1`, [
    id,
  ])
  for (const wrong of [key, `fis_key_${'A'.repeat(54)}`])
    for (const ip of ['192.0.2.17', '192.0.3.1']) expect((await ask(wrong, ip)).status).toBe(401)
})

it('new addresses apply to the next request', async () => {
  const { key, id } = await newKey()
  expect((await ask(key, '192.0.2.17')).status).toBe(200)
  await updateApiKey(company.admin, { id, addressRanges: ['198.51.100.7'] })
  expect((await ask(key, '192.0.2.17')).status).toBe(403)
  expect((await ask(key, '198.51.100.7')).status).toBe(200)
  await updateApiKey(company.admin, { id, addressRanges: null })
  expect((await ask(key, '203.0.113.1')).status).toBe(200)
})

it('the pair of the API under /v1 keeps the addresses, at the login and later, with any key', async () => {
  const { key } = await newKey({ actsAs: null, scopes: null })
  const { key: free } = await newKey({ actsAs: null, scopes: null, addressRanges: null })
  const refused = await logIn(key, '192.0.3.1')
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ message: 'The API key may not be used from this address.' })
  const { accessToken = '' } = (await logIn(key, '192.0.2.1')).body
  const statuses = async (apiKey: string, ip: string) => {
    const headers = { 'x-api-key': apiKey, 'x-api-token': accessToken, ...from(ip) }
    const path = '/v1/job-types?pageSize=1&pageIndex=0'
    return [
      (await fetch(`${await address}${path}`, { headers })).status,
      (await post(QUERY, {}, headers, address)).status,
      (await ask(accessToken, ip)).status,
    ]
  }
  for (const apiKey of [key, free]) {
    expect(await statuses(apiKey, '192.0.2.2')).toEqual([200, 200, 200])
    expect(await statuses(apiKey, '192.0.3.1')).toEqual([403, 403, 403])
  }
})
