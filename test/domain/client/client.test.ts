import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/domain/client/create-client.js'
import { updateClient } from '../../../src/domain/client/update-client.js'
import { newClient, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { refusalOf } from '../../support/refusal.js'

const db = testDatabase()
const read = (id: number) => db.prisma.client.findUniqueOrThrow({ where: { id } })

describe('createClient', () => {
  it('keeps what was given, trimmed, and who created it', async () => {
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

  it('gives the record a UUID of version 7', async () => {
    const { admin } = await newCompany(db)
    const { id } = await createClient(admin, { legalName: 'Acme' })
    expect((await read(id)).uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('reports all mistakes together', async () => {
    const { admin } = await newCompany(db)
    const input = { legalName: ' ', tradingName: 'x'.repeat(256), vatNumber: 'a\0b' }
    expect(await refusalOf(createClient(admin, input))).toEqual([
      'REQUIRED legalName',
      'TOO_LONG tradingName',
      'INVALID vatNumber',
    ])
  })

  it('refuses half a surrogate pair, and takes a whole one', async () => {
    const { admin } = await newCompany(db)
    expect(await refusalOf(createClient(admin, { legalName: 'a\ud83d' }))).toEqual([
      'INVALID legalName',
    ])
    const { id } = await createClient(admin, { legalName: 'Zoë 🏗' })
    expect((await read(id)).legalName).toBe('Zoë 🏗')
  })
})

describe('updateClient', () => {
  it('leaves what is absent, and clears what is null', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { tradingName: 'Old', vatNumber: 'V1' })
    await updateClient(company.admin, { id: client.uuid, tradingName: null })
    expect(await read(client.id)).toMatchObject({
      legalName: client.legalName,
      tradingName: null,
      vatNumber: 'V1',
    })
  })

  it('does not clear the legal name', async () => {
    const company = await newCompany(db)
    const { id } = await newClient(company)
    for (const legalName of [null, '  ']) {
      expect(await refusalOf(updateClient(company.admin, { id, legalName }))).toEqual([
        'REQUIRED legalName',
      ])
    }
  })

  it('moves the time of the last change', async () => {
    const company = await newCompany(db)
    const before = await newClient(company, { updatedAt: new Date('2020-01-01T00:00:00Z') })
    await updateClient(company.admin, { id: before.id, legalName: 'New' })
    expect((await read(before.id)).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  })

  it('never mixes up the fields of changes at the same time', async () => {
    const company = await newCompany(db)
    const { id } = await newClient(company)
    const change = (n: number) => ({ id, legalName: `Name ${n}`, tradingName: `Name ${n}` })
    await Promise.all(Array.from({ length: 10 }, (_, n) => updateClient(company.admin, change(n))))
    const client = await read(id)
    expect(client.tradingName).toBe(client.legalName)
  })
})
