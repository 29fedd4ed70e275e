import { describe, expect, it } from 'vitest'
import { createApiKey, type NewApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../../src/domain/api-key/revoke-api-key.js'
import { type ApiKeyChange, updateApiKey } from '../../../src/domain/api-key/update-api-key.js'
import type { DomainError } from '../../../src/domain/errors.js'
import { entriesOf } from '../../audit/entries.js'
import { newCompany, newUser } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'

const db = testDatabase()

async function errorsOf(work: Promise<unknown>): Promise<string[]> {
  const error = (await work.catch((reason: unknown) => reason)) as DomainError
  expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) })
  return error.errors.map(({ code, path }) => `${code} ${path.join('.')}`)
}

describe('createApiKey', () => {
  it('names each mistake, all together', async () => {
    const { admin, technician } = await newCompany(db)
    const input: NewApiKey = {
      name: ' ',
      expiresAt: new Date(0),
      scopes: [],
      addressRanges: ['192.0.2.0/24', '192.0.2.0/33'],
      actsAs: 2_000_000_000,
    }
    expect(await errorsOf(createApiKey(admin, input))).toEqual([
      'REQUIRED name',
      'OUT_OF_RANGE expiresAt',
      'REQUIRED scopes',
      'INVALID addressRanges.1',
      'NOT_FOUND actsAs',
    ])
    const actsAs = technician.viewer.userId
    expect(await errorsOf(createApiKey(admin, { name: 'A', actsAs }))).toEqual(['REQUIRED scopes'])
    expect(await db.prisma.apiKey.count({ where: { companyId: admin.viewer.companyId } })).toBe(0)
  })

  it('takes only an active user of the company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const refusal = (actsAs: number | string) =>
      errorsOf(createApiKey(company.admin, { name: 'A', scopes: ['READ'], actsAs }))
    const foreign = await newUser(other)
    expect(await refusal(foreign.id)).toEqual(['NOT_FOUND actsAs'])
    expect(await refusal(foreign.uuid)).toEqual(['NOT_FOUND actsAs'])
    expect(await refusal('nonsense')).toEqual(['NOT_FOUND actsAs'])
    const inactive = await newUser(company, { active: false })
    expect(await refusal(inactive.uuid)).toEqual(['INVALID actsAs'])
    const removed = await newUser(company, { deletedAt: new Date() })
    expect(await refusal(removed.uuid)).toEqual(['NOT_FOUND actsAs'])
  })

  it('stores each scope and range once, and records them', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const actsAs = admin.viewer.userId
    const { uuid, id } = await createApiKey(admin, {
      name: 'A',
      actsAs,
      scopes: ['ADMIN_WRITE', 'READ', 'ADMIN_WRITE'],
      addressRanges: ['2001:DB8::1', '2001:db8::1/128'],
    })
    const stored = { scopes: ['READ', 'ADMIN_WRITE'], addressRanges: ['2001:db8::1/128'] }
    expect(await db.prisma.apiKey.findFirst({ where: { id } })).toMatchObject(stored)
    expect((await entriesOf(company)).at(-1)?.after).toMatchObject({ ...stored, actsAsId: actsAs })
    await updateApiKey(admin, { id, scopes: ['READ'], addressRanges: null })
    const { data } = await graph(admin)(
      '{ auditLog(filter: { recordTypes: [API_KEY] }) { nodes { recordId changes { field before after } } } }',
    )
    const changesOf = (index: number) => data.auditLog.nodes[index].changes as object[]
    const range = '["2001:db8::1/128"]'
    expect(data.auditLog.nodes[0].recordId).toBe(uuid)
    expect(changesOf(0)).toEqual([
      { field: 'addressRanges', before: range, after: null },
      { field: 'scopes', before: '["READ", "ADMIN_WRITE"]', after: '["READ"]' },
    ])
    expect(changesOf(1)).toContainEqual({
      field: 'actsAsId',
      before: null,
      after: company.users.admin.uuid,
    })
  })
})

describe('updateApiKey', () => {
  it('names each mistake, and a key that is revoked, of another company, or changed since', async () => {
    const [{ admin }, other] = [await newCompany(db), await newCompany(db)]
    const actsAs = admin.viewer.userId
    const { id } = await createApiKey(admin, { name: 'A', scopes: ['READ'], actsAs })
    const refusal = (change: Omit<ApiKeyChange, 'id'>, viewer = admin) =>
      errorsOf(updateApiKey(viewer, { id, ...change }))
    expect(await refusal({ name: null, scopes: null, addressRanges: [] })).toEqual([
      'REQUIRED name',
      'REQUIRED addressRanges',
      'REQUIRED scopes',
    ])
    expect(await refusal({ expiresAt: new Date(0) })).toEqual(['OUT_OF_RANGE expiresAt'])
    expect(await refusal({ expectedUpdatedAt: new Date(0) })).toEqual(['STALE expectedUpdatedAt'])
    expect(await refusal({ name: 'B' }, other.admin)).toEqual(['NOT_FOUND id'])
    await revokeApiKey(admin, { id })
    expect(await refusal({ name: 'B' })).toEqual(['WRONG_STATE id'])
    expect(await db.prisma.apiKey.findFirst({ where: { id } })).toMatchObject({ name: 'A' })
  })

  it('is allowed for admins only, and keeps what is absent', async () => {
    const { admin, technician } = await newCompany(db)
    const expiresAt = new Date('2090-01-01')
    const { id } = await createApiKey(admin, { name: 'A', scopes: ['READ'], expiresAt })
    const error = await updateApiKey(technician, { id }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'FORBIDDEN' })
    await updateApiKey(admin, { id, name: 'B' })
    const where = { where: { id } }
    const kept = { name: 'B', scopes: ['READ'], expiresAt, addressRanges: null }
    expect(await db.prisma.apiKey.findFirst(where)).toMatchObject(kept)
    await updateApiKey(admin, { id, scopes: null, expiresAt: null })
    expect(await db.prisma.apiKey.findFirst(where)).toMatchObject({ scopes: null, expiresAt: null })
  })
})
