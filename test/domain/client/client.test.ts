import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/domain/client/create-client.js'
import { updateClient } from '../../../src/domain/client/update-client.js'
import { newClient, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.client.findFirstOrThrow({ where: { id } })

describe('createClient', () => {
  it('stores the input, trimmed, and the user who created it', async () => {
    const { admin, companyId } = await newCompany(db)
    const { id } = await createClient(admin, {
      legalName: '  Acme Ltd ',
      tradingName: 'Acme',
      registrationNumber: ' ',
      vatNumber: null,
    })
    expect(await read(id)).toMatchObject({
      companyId,
      userId: admin.viewer.userId,
      legalName: 'Acme Ltd',
      tradingName: 'Acme',
      registrationNumber: null,
      vatNumber: null,
      deletedAt: null,
    })
  })

  it('generates a version 7 UUID', async () => {
    const { admin } = await newCompany(db)
    const { id } = await createClient(admin, { legalName: 'Acme' })
    expect((await read(id)).uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = { legalName: ' ', tradingName: 'x'.repeat(256), vatNumber: 'a\0b' }
    expect(await errorCodesOf(createClient(admin, input))).toEqual([
      'REQUIRED legalName',
      'TOO_LONG tradingName',
      'INVALID vatNumber',
    ])
  })

  it('rejects a lone surrogate, and accepts a pair', async () => {
    const { admin } = await newCompany(db)
    expect(await errorCodesOf(createClient(admin, { legalName: 'a\ud83d' }))).toEqual([
      'INVALID legalName',
    ])
    const { id } = await createClient(admin, { legalName: 'Zoë 🏗' })
    expect((await read(id)).legalName).toBe('Zoë 🏗')
  })
})

describe('updateClient', () => {
  it('keeps fields that are absent, and clears those that are null', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { tradingName: 'Old', vatNumber: 'V1' })
    await updateClient(company.admin, { id: client.uuid, tradingName: null })
    expect(await read(client.id)).toMatchObject({
      legalName: client.legalName,
      tradingName: null,
      vatNumber: 'V1',
    })
  })

  it('rejects null for the legal name', async () => {
    const company = await newCompany(db)
    const { id } = await newClient(company)
    for (const legalName of [null, '  ']) {
      expect(await errorCodesOf(updateClient(company.admin, { id, legalName }))).toEqual([
        'REQUIRED legalName',
      ])
    }
  })

  it('sets updatedAt', async () => {
    const company = await newCompany(db)
    const before = await newClient(company, { updatedAt: new Date('2020-01-01T00:00:00Z') })
    await updateClient(company.admin, { id: before.id, legalName: 'New' })
    expect((await read(before.id)).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  })

  it('does not mix the fields of concurrent updates', async () => {
    const company = await newCompany(db)
    const { id } = await newClient(company)
    const change = (n: number) => ({ id, legalName: `Name ${n}`, tradingName: `Name ${n}` })
    await Promise.all(Array.from({ length: 10 }, (_, n) => updateClient(company.admin, change(n))))
    const client = await read(id)
    expect(client.tradingName).toBe(client.legalName)
  })
})
