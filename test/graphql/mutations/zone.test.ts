import { describe, expect, it } from 'vitest'
import { newAsset, newCompany, newSite, newZone, newZoneType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

describe('createZone', () => {
  it('returns the zone with its relations', async () => {
    const company = await newCompany(db)
    const site = await newSite(company, { name: 'North' })
    const type = await newZoneType(company, { description: 'Plant room' })
    const { zone } = await runMutation(
      company.admin,
      'createZone',
      { siteId: site.uuid, typeId: type.uuid, name: 'Roof', sizeSquareMetres: 120 },
      `zone { name sizeSquareMetres site { name zonesCount } type { name zonesCount }
        assetsCount assets { nodes { id } } }`,
    )
    expect(zone).toEqual({
      name: 'Roof',
      sizeSquareMetres: 120,
      site: { name: 'North', zonesCount: 1 },
      type: { name: 'Plant room', zonesCount: 1 },
      assetsCount: 0,
      assets: { nodes: [] },
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      siteId: (await newZoneType(company)).uuid,
      typeId: 'nonsense',
      name: ' ',
      sizeSquareMetres: -1,
    }
    expect(await errorCodesOf(company.admin, 'createZone', input)).toEqual([
      'NOT_FOUND siteId',
      'NOT_FOUND typeId',
      'REQUIRED name',
      'OUT_OF_RANGE sizeSquareMetres',
    ])
  })
})

describe('updateZone', () => {
  it('changes the given fields, and clears the size with null', async () => {
    const company = await newCompany(db)
    const before = await newZone(company, { name: 'Roof', size: 120 })
    const type = await newZoneType(company, { description: 'Office' })
    const { zone } = await runMutation(
      company.admin,
      'updateZone',
      { id: before.uuid, typeId: type.uuid, sizeSquareMetres: null },
      'zone { name sizeSquareMetres type { name } }',
    )
    expect(zone).toEqual({ name: 'Roof', sizeSquareMetres: null, type: { name: 'Office' } })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newZone(company)).uuid,
      typeId: null,
      name: null,
      sizeSquareMetres: -1,
    }
    expect(await errorCodesOf(company.admin, 'updateZone', input)).toEqual([
      'REQUIRED typeId',
      'REQUIRED name',
      'OUT_OF_RANGE sizeSquareMetres',
    ])
  })
})

describe('removeZone and restoreZone', () => {
  it('return the zone', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newZone(company, { name: 'Roof' })
    for (const name of ['removeZone', 'restoreZone']) {
      const { zone } = await runMutation(company.admin, name, { id }, 'zone { id name }')
      expect(zone).toEqual({ id, name: 'Roof' })
    }
  })

  it('are rejected while assets are in it', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    await newAsset(company, { zoneId: zone.id })
    const input = { id: zone.uuid }
    expect(await errorCodesOf(company.admin, 'removeZone', input)).toEqual(['IN_USE id'])
  })

  it('are rejected with all reasons while its site and its type are removed', async () => {
    const company = await newCompany(db)
    const deletedAt = new Date()
    const site = await newSite(company, { deletedAt })
    const type = await newZoneType(company, { deletedAt })
    const zone = await newZone(company, { siteId: site.id, typeId: type.id, deletedAt })
    const input = { id: zone.uuid }
    expect(await errorCodesOf(company.admin, 'restoreZone', input)).toEqual([
      'WRONG_STATE id',
      'WRONG_STATE id',
    ])
  })
})
