import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/db/connect.js'
import { ApiKeyUses } from '../../src/domain/api-key/api-key-uses.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { newCompany, type TestCompany } from '../support/builders.js'
import { serviceDatabase, testDatabase } from '../support/database.js'
import { graph, post } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'
import { statementsOf } from '../support/statements.js'
import { entriesOf } from '../audit/entries.js'

const db = testDatabase()
let company: TestCompany
let apiKeyId: number
let key: string

beforeEach(async () => {
  company = await newCompany(db)
  const actsAs = company.users.technician.id
  const created = await createApiKey(company.admin, { name: 'Key', actsAs, scopes: ['READ'] })
  ;({ id: apiKeyId, key } = created)
})

const stored = () =>
  db.prisma.apiKey.findFirstOrThrow({
    where: { id: apiKeyId },
    select: { lastUsedAt: true, lastUsedAddress: true, useCount: true },
  })
const QUERY = '{ company { name } }'

it('shows the time, the address and the number of uses; the first is written immediately', async () => {
  expect(await stored()).toEqual({ lastUsedAt: null, lastUsedAddress: null, useCount: 0 })
  const before = Date.now()
  await post(QUERY, {}, { authorization: `Bearer ${key}` })
  await expect.poll(async () => (await stored()).useCount).toBe(1)
  const { data } = await graph(company.admin)(
    '{ company { apiKeys { nodes { useCount lastUsedAddress lastUsedAt scopes addressRanges actsAs { id } updatedAt } } } }',
  )
  const { lastUsedAt } = await stored()
  expect(lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(data.company.apiKeys.nodes).toEqual([
    {
      useCount: 1,
      lastUsedAddress: expect.stringMatching(/127\.0\.0\.1$/),
      lastUsedAt: lastUsedAt?.toISOString(),
      scopes: ['READ'],
      addressRanges: null,
      actsAs: { id: company.users.technician.uuid },
      updatedAt: expect.any(String),
    },
  ])
})

it('writes no more within a minute, and leaves no audit entries', async () => {
  const { accessToken } = await newSession(company.admin, 'set_b')
  const use = (headers: Record<string, string>) => post(QUERY, {}, headers)
  await use({ authorization: `Bearer ${key}` })
  await expect.poll(async () => (await stored()).useCount).toBe(1)
  const entries = await entriesOf(company)
  const statements = await statementsOf(db, async () => {
    for (let round = 0; round < 5; round += 1) {
      await use({ authorization: `Bearer ${key}` })
      await use({ 'x-api-key': key, 'x-api-token': accessToken })
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(statements.filter((text) => /last_used_at/.test(text))).toEqual([])
  expect(await stored()).toMatchObject({ useCount: 1 })
  expect(await entriesOf(company)).toEqual(entries)
})

it('adds up the uses of several processes, and keeps the last address', async () => {
  const { companyId } = company
  const [one, other] = [new ApiKeyUses(serviceDatabase()), new ApiKeyUses(serviceDatabase())]
  one.note({ companyId, apiKeyId, address: '192.0.2.1' })
  await expect.poll(async () => (await stored()).useCount).toBe(1)
  other.note({ companyId, apiKeyId, address: '192.0.2.2' })
  await expect.poll(async () => (await stored()).useCount).toBe(2)
  for (let time = 0; time < 3; time += 1) other.note({ companyId, apiKeyId, address: '192.0.2.3' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  for (let time = 0; time < 2; time += 1) one.note({ companyId, apiKeyId, address: '192.0.2.4' })
  expect(await stored()).toMatchObject({ useCount: 2, lastUsedAddress: '192.0.2.2' })
  await one.writeAll()
  await other.writeAll()
  expect(await stored()).toMatchObject({ useCount: 7, lastUsedAddress: '192.0.2.4' })
  await one.writeAll()
  expect(await stored()).toMatchObject({ useCount: 7 })
})

it('writes uses later if a write fails, and stops at the largest integer', async () => {
  let failures = 0
  const failing = {
    forCaller: (caller: object) =>
      failures++ === 0
        ? { write: () => Promise.reject(new Error('The database is away.')) }
        : serviceDatabase().forCaller(caller),
  } as unknown as Database
  const uses = new ApiKeyUses(failing)
  const { companyId } = company
  uses.note({ companyId, apiKeyId, address: '192.0.2.1' })
  await expect.poll(() => failures).toBe(1)
  uses.note({ companyId, apiKeyId, address: '192.0.2.2' })
  await uses.writeAll()
  expect(await stored()).toMatchObject({ useCount: 2, lastUsedAddress: '192.0.2.2' })
  await db.pool.query('update api_key set use_count = 2147483646 where id = $1', [apiKeyId])
  for (let time = 0; time < 3; time += 1) uses.note({ companyId, apiKeyId, address: '::1' })
  await uses.writeAll()
  expect(await stored()).toMatchObject({ useCount: 2_147_483_647, lastUsedAddress: '::1' })
})
