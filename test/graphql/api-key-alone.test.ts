import { hashSecret } from '../../src/domain/credential/secret.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey, type NewApiKey } from '../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../src/domain/api-key/revoke-api-key.js'
import { updateApiKey } from '../../src/domain/api-key/update-api-key.js'
import { newClient, newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, service, startService } from '../support/graphql.js'
import { poolOf, sentBy } from '../support/statements.js'

const db = testDatabase()
let company: TestCompany

beforeEach(async () => {
  company = await newCompany(db)
})

const newKey = (limits: Partial<NewApiKey> = {}) =>
  createApiKey(company.admin, {
    name: 'Script',
    actsAs: company.admin.viewer.userId,
    scopes: ['READ', 'FIELD_WORK', 'ADMIN_WRITE'],
    ...limits,
  })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const QUERY = '{ viewer { role user { id } } }'
const read = async (key: string, query = QUERY) => post(query, {}, bearer(key))
const statusOf = async (key: string) => (await read(key)).status

describe('an API key that acts for a user', () => {
  it.each(['admin', 'technician'] as const)('works alone, as this %s', async (role) => {
    const { key } = await newKey({ actsAs: company.users[role].uuid })
    // A new text, a prepared statement, and a cached one.
    for (let time = 0; time < 3; time += 1) {
      const { status, data } = await read(key)
      expect(status).toBe(200)
      expect(data.viewer).toEqual({
        role: role.toUpperCase(),
        user: { id: company.users[role].uuid },
      })
    }
    expect(
      (await read(key, '{ apiKeys: company { apiKeys { totalCount } } }')).errors?.[0]?.extensions,
    ).toEqual(role === 'admin' ? undefined : { code: 'FORBIDDEN' })
  })

  it('works if it was made by release 1.1, whose keys name no company', async () => {
    const { key } = await newKey({})
    const old = key.slice(0, key.lastIndexOf('_'))
    await db.pool.query('update api_key set hash = $2 where hash = $1 and company_id = $3', [
      hashSecret(key),
      hashSecret(old),
      company.companyId,
    ])
    expect([await statusOf(key), await statusOf(old)]).toEqual([401, 200])
  })

  it('costs one statement to authenticate, and none for a cached query', async () => {
    const { key } = await newKey({ scopes: ['READ'] })
    const authentications = async (query: string) => {
      const sent = await sentBy(poolOf(db), () => read(key, query))
      return sent.filter(({ name }) => name?.startsWith('authenticate')).length
    }
    expect(await authentications(QUERY)).toBe(1)
    expect(await authentications(QUERY)).toBe(0)
    expect(await authentications('{ viewer { company { name } } } # new')).toBe(0)
    expect(await authentications('mutation { startJob(input: { id: "" }) { __typename } }')).toBe(1)
  })

  it.each([
    [['READ'], true],
    [['READ', 'FIELD_WORK'], false],
  ] as const)('with the scopes %j, reads in a read-only transaction: %s', async (scopes, only) => {
    const { key } = await newKey({ scopes: [...scopes] })
    for (const query of [QUERY, '{ sites(first: 1) { nodes { name } } }']) {
      const sent = await sentBy(poolOf(db), () => read(key, query))
      const reads = sent.filter(({ name }) => !name?.startsWith('authenticate'))
      const isReadOnly = reads.some(({ text }) => text.includes('set transaction read only'))
      expect(isReadOnly).toBe(only)
    }
  })

  it('downloads documents', async () => {
    const { key } = await newKey({ scopes: ['READ'] })
    const { uuid } = await newDocument(company)
    const response = await fetch(`${await service()}/documents/${uuid}`, { headers: bearer(key) })
    expect(response.status).toBe(200)
  })

  it('is refused by both REST sets, and alone in x-api-key', async () => {
    const { key } = await newKey()
    for (const path of ['/api/sites', '/v1/job-types?pageSize=1&pageIndex=0']) {
      const response = await fetch(`${await service()}${path}`, { headers: bearer(key) })
      expect(response.status).toBe(401)
    }
    expect((await post(QUERY, {}, { 'x-api-key': key })).status).toBe(401)
    expect((await post(QUERY, {}, { 'x-api-key': key, ...bearer(key) })).status).toBe(401)
  })

  it('has no session that could end', async () => {
    const { key } = await newKey()
    for (const everywhere of [false, true]) {
      const query = `mutation { logout(input: { everywhere: ${everywhere} }) { ok } }`
      const { status, errors } = await read(key, query)
      expect(status).toBe(403)
      expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' })
    }
  })

  it('is named in the audit log, which names no session', async () => {
    const { key, uuid } = await newKey()
    const { data } = await read(
      key,
      `mutation { createClient(input: { legalName: "Acme" }) { client { history { nodes {
        operation sessionId apiKey { id name } user { id } } } } } }`,
    )
    expect(data.createClient.client.history.nodes).toEqual([
      {
        operation: 'createClient',
        sessionId: null,
        apiKey: { id: uuid, name: 'Script' },
        user: { id: company.users.admin.uuid },
      },
    ])
  })

  it('creates a record once for an idempotency key', async () => {
    const { key } = await newKey()
    const send = () =>
      read(
        key,
        `mutation { createClient(input: { legalName: "A", idempotencyKey: "1" }) { client { id } } }`,
      )
    expect((await send()).data).toEqual((await send()).data)
    expect(await db.prisma.client.count({ where: { companyId: company.companyId } })).toBe(1)
  })
})

describe('it stops to work with the next request', () => {
  const change = (data: object) =>
    db.prisma.user.updateMany({ where: { id: company.users.admin.id }, data })
  const endings: Record<string, (id: number) => Promise<unknown>> = {
    'when it is revoked': (id) => revokeApiKey(company.admin, { id }),
    'when it expires': (id) =>
      db.pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [
        id,
      ]),
    'when its user is deactivated': () => change({ active: false }),
    'when its user is removed': () => change({ deletedAt: new Date() }),
    'when its company is removed': () =>
      db.prisma.company.update({
        where: { id: company.companyId },
        data: { deletedAt: new Date() },
      }),
  }
  it.each(Object.keys(endings))('%s', async (name) => {
    const { key, id } = await newKey()
    expect(await statusOf(key)).toBe(200)
    expect(await statusOf(key)).toBe(200)
    await endings[name]?.(id)
    const { status, errors } = await read(key)
    expect(status).toBe(401)
    expect(errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' })
  })

  it('or has another role or other scopes', async () => {
    const { key, id } = await newKey({ actsAs: company.users.technician.id })
    const create = () =>
      read(key, 'mutation { createClient(input: { legalName: "A" }) { client { id } } }')
    const codeOf = async () => (await create()).errors?.[0]?.message
    expect(await codeOf()).toBe('Your role does not allow this operation.')
    const { userId } = company.technician.viewer
    await db.prisma.membership.updateMany({ where: { userId }, data: { role: 'admin' } })
    expect(await codeOf()).toBeUndefined()
    expect((await read(key)).data.viewer.role).toBe('ADMIN')
    await updateApiKey(company.admin, { id, scopes: ['FIELD_WORK'] })
    expect(await codeOf()).toBe('The scopes of the API key do not allow this operation.')
    await newClient(company)
    expect((await read(key, '{ clients { totalCount } }')).data.clients.totalCount).toBe(2)
  })
})

it('a key without a user, and one of a foreign format, do not work alone', async () => {
  const { key } = await createApiKey(company.admin, { name: 'Pair' })
  for (const wrong of [key, `${key}x`, 'fis_key_', `fis_key_${'A'.repeat(54)}`])
    expect(await statusOf(wrong)).toBe(401)
})

it('a service whose budget is exhausted recognises the key', async () => {
  const address = startService({ PROCESSOR_BUDGET_MS: '1' })
  const { key } = await newKey()
  const send = () => post(QUERY, {}, bearer(key), address)
  while ((await send()).status !== 429);
  const other = await newCompany(db)
  const { key: otherKey } = await createApiKey(other.admin, {
    name: 'Other',
    actsAs: other.admin.viewer.userId,
    scopes: ['READ'],
  })
  expect((await post(QUERY, {}, bearer(otherKey), address)).status).toBe(200)
})
