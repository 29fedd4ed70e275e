import { expect, it } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../../src/domain/api-key/revoke-api-key.js'
import { at, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

it('stores only the name, the prefix and the hash of a key', async () => {
  const { admin } = await newCompany(db)
  const { id, key } = await createApiKey(admin, { name: ' Dashboard ' })
  const row = await db.prisma.apiKey.findFirstOrThrow({ where: { id } })
  expect(row).toMatchObject({ name: 'Dashboard', userId: admin.viewer.userId, revokedAt: null })
  expect(row.prefix).toBe(key.slice(0, 16))
  expect(row.hash).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(key.slice(16))
})

it('requires a name', async () => {
  const { admin } = await newCompany(db)
  await expect(createApiKey(admin, { name: ' ' })).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ code: 'REQUIRED', path: ['name'] }],
  })
})

it('revokes a key by its id or UUID; a second revocation keeps the time', async () => {
  const { admin } = await newCompany(db)
  const { id } = await createApiKey(admin, { name: 'Dashboard' })
  const { uuid } = await db.prisma.apiKey.findFirstOrThrow({ where: { id } })
  expect(await revokeApiKey(at(admin, '2026-01-01T00:00:00Z'), { id: uuid })).toEqual({ id })
  expect(await revokeApiKey(at(admin, '2026-01-02T00:00:00Z'), { id })).toEqual({ id })
  const { revokedAt } = await db.prisma.apiKey.findFirstOrThrow({ where: { id } })
  expect(revokedAt).toEqual(new Date('2026-01-01T00:00:00Z'))
})

it('does not find a key of another company', async () => {
  const [own, other] = [await newCompany(db), await newCompany(db)]
  const { id } = await createApiKey(other.admin, { name: 'Dashboard' })
  const unknown = await revokeApiKey(own.admin, { id: 2_000_000_000 }).catch((error) => error)
  const foreign = await revokeApiKey(own.admin, { id }).catch((error) => error)
  expect(foreign).toEqual(unknown)
  expect(foreign).toMatchObject({ code: 'NOT_FOUND', errors: [{ path: ['id'] }] })
  expect((await db.prisma.apiKey.findFirstOrThrow({ where: { id } })).revokedAt).toBeNull()
})

it('is allowed for admins only', async () => {
  const { admin, technician } = await newCompany(db)
  const { id } = await createApiKey(admin, { name: 'Dashboard' })
  const forbidden = { code: 'FORBIDDEN' }
  await expect(createApiKey(technician, { name: 'Mine' })).rejects.toMatchObject(forbidden)
  await expect(revokeApiKey(technician, { id })).rejects.toMatchObject(forbidden)
})
