import { describe, expect, it } from 'vitest'
import { createZoneType } from '../../../src/domain/zone-type/create-zone-type.js'
import { updateZoneType } from '../../../src/domain/zone-type/update-zone-type.js'
import { newAssetType, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()

async function read(id: number) {
  const { zoneTypeAssetTypes, description, riskId } = await db.prisma.zoneType.findFirstOrThrow({
    where: { id },
    include: { zoneTypeAssetTypes: { orderBy: { assetTypeId: 'asc' } } },
  })
  return {
    description,
    riskId,
    assetTypeIds: zoneTypeAssetTypes.map(({ assetTypeId }) => assetTypeId),
  }
}

describe('createZoneType', () => {
  it('stores each expected asset type once', async () => {
    const company = await newCompany(db)
    const [a, b] = [await newAssetType(company), await newAssetType(company)]
    const { id } = await createZoneType(company.admin, {
      name: ' Office ',
      riskLevel: 'LOW',
      assetTypeIds: [b.id, a.uuid, b.uuid],
    })
    expect(await read(id)).toEqual({
      description: 'Office',
      riskId: 4,
      assetTypeIds: [a.id, b.id],
    })
  })

  it('reports the path of an unknown asset type', async () => {
    const company = await newCompany(db)
    const { id } = await newAssetType(company)
    const input = { name: '', riskLevel: '?', assetTypeIds: [id, 0, 'x'] }
    expect(await errorCodesOf(createZoneType(company.admin, input))).toEqual([
      'REQUIRED name',
      'INVALID riskLevel',
      'NOT_FOUND assetTypeIds.1',
      'NOT_FOUND assetTypeIds.2',
    ])
  })
})

describe('updateZoneType', () => {
  it('replaces the whole list of asset types, and keeps it if absent', async () => {
    const company = await newCompany(db)
    const [a, b, c] = [
      await newAssetType(company),
      await newAssetType(company),
      await newAssetType(company),
    ]
    const { admin } = company
    const { id } = await createZoneType(admin, {
      name: 'Office',
      riskLevel: 'Low',
      assetTypeIds: [a.id, b.id],
    })
    await updateZoneType(admin, { id, name: 'Hall' })
    expect(await read(id)).toEqual({ description: 'Hall', riskId: 4, assetTypeIds: [a.id, b.id] })
    await updateZoneType(admin, { id, assetTypeIds: [c.id, b.id], riskLevel: null })
    expect(await read(id)).toEqual({
      description: 'Hall',
      riskId: null,
      assetTypeIds: [b.id, c.id],
    })
    await updateZoneType(admin, { id, assetTypeIds: null })
    expect((await read(id)).assetTypeIds).toEqual([])
  })
})
