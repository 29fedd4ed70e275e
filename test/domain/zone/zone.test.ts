import { describe, expect, it } from 'vitest'
import { createZone } from '../../../src/domain/zone/create-zone.js'
import { updateZone } from '../../../src/domain/zone/update-zone.js'
import { newCompany, newSite, newZone, newZoneType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.zone.findUniqueOrThrow({ where: { id } })

describe('createZone', () => {
  it('stores the input; the default size is 0', async () => {
    const company = await newCompany(db)
    const [site, type] = [await newSite(company), await newZoneType(company)]
    const { id } = await createZone(company.admin, {
      siteId: site.uuid,
      typeId: type.uuid,
      name: ' Roof ',
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      siteId: site.id,
      typeId: type.id,
      name: 'Roof',
      size: 0,
    })
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = { siteId: 0, typeId: 'x', name: ' ', size: -1 }
    expect(await errorCodesOf(createZone(admin, input))).toEqual([
      'NOT_FOUND siteId',
      'NOT_FOUND typeId',
      'REQUIRED name',
      'OUT_OF_RANGE size',
    ])
  })
})

describe('updateZone', () => {
  it('keeps fields that are absent', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company, { size: 40 })
    const type = await newZoneType(company)
    await updateZone(company.admin, { id: zone.id, typeId: type.id })
    expect(await read(zone.id)).toMatchObject({ name: zone.name, size: 40, typeId: type.id })
  })

  it('sets the size to 0 for null, and rejects null for name and type', async () => {
    const company = await newCompany(db)
    const { id } = await newZone(company, { size: 40 })
    await updateZone(company.admin, { id, size: null })
    expect((await read(id)).size).toBe(0)
    expect(await errorCodesOf(updateZone(company.admin, { id, name: null, typeId: null }))).toEqual(
      ['REQUIRED typeId', 'REQUIRED name'],
    )
  })
})
