import { describe, expect, it } from 'vitest'
import { newAssetType, newCompany, newZone, newZoneType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

const SELECTION = `zoneType { name risk { level } zonesCount assetTypesCount
  assetTypes { nodes { name } } }`

describe('createZoneType', () => {
  it('returns the zone type with its expected asset types', async () => {
    const company = await newCompany(db)
    const door = await newAssetType(company, { name: 'Fire door' })
    const pump = await newAssetType(company, { name: 'Pump' })
    const { zoneType } = await runMutation(
      company.admin,
      'createZoneType',
      {
        name: 'Plant room',
        riskLevel: 'MEDIUM',
        assetTypeIds: [door.uuid, pump.uuid, door.uuid],
      },
      SELECTION,
    )
    expect(zoneType).toEqual({
      name: 'Plant room',
      risk: { level: 'MEDIUM' },
      zonesCount: 0,
      assetTypesCount: 2,
      assetTypes: { nodes: [{ name: 'Fire door' }, { name: 'Pump' }] },
    })
  })

  it('reports all validation errors together, with indexes into the list', async () => {
    const company = await newCompany(db)
    const door = await newAssetType(company)
    const removed = await newAssetType(company, { deletedAt: new Date() })
    const input = { name: '', assetTypeIds: [door.uuid, 'nonsense', removed.uuid] }
    expect(await errorCodesOf(company.admin, 'createZoneType', input)).toEqual([
      'REQUIRED name',
      'NOT_FOUND assetTypeIds.1',
      'NOT_FOUND assetTypeIds.2',
    ])
  })
})

describe('updateZoneType', () => {
  it('changes the given fields, and replaces the list', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newZoneType(company, { description: 'Office', riskId: 1 })
    const door = await newAssetType(company, { name: 'Fire door' })
    const update = async (input: object) =>
      (await runMutation(company.admin, 'updateZoneType', { id, ...input }, SELECTION)).zoneType

    const expected = { name: 'Office', risk: { level: 'CRITICAL' }, zonesCount: 0 }
    const one = { assetTypesCount: 1, assetTypes: { nodes: [{ name: 'Fire door' }] } }
    const none = { assetTypesCount: 0, assetTypes: { nodes: [] } }
    expect(await update({ assetTypeIds: [door.uuid] })).toEqual({ ...expected, ...one })
    expect(await update({ riskLevel: null })).toEqual({ ...expected, ...one, risk: null })
    expect(await update({ assetTypeIds: null })).toEqual({ ...expected, ...none, risk: null })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newZoneType(company)).uuid,
      name: null,
      assetTypeIds: ['nonsense'],
    }
    expect(await errorCodesOf(company.admin, 'updateZoneType', input)).toEqual([
      'REQUIRED name',
      'NOT_FOUND assetTypeIds.0',
    ])
  })
})

describe('removeZoneType and restoreZoneType', () => {
  it('return the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newZoneType(company, { description: 'Office' })
    for (const name of ['removeZoneType', 'restoreZoneType']) {
      const answer = await runMutation(company.admin, name, { id }, 'zoneType { id name }')
      expect(answer.zoneType).toEqual({ id, name: 'Office' })
    }
  })

  it('are rejected while zones have it', async () => {
    const company = await newCompany(db)
    const type = await newZoneType(company)
    await newZone(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await errorCodesOf(company.admin, 'removeZoneType', input)).toEqual(['IN_USE id'])
  })
})
