import { describe, expect, it } from 'vitest'
import { newAssetType, newCompany, newZone, newZoneType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { carryOut, refusalOf } from './mutate.js'

const db = testDatabase()

const SELECTION = `zoneType { description risk { level } zonesCount assetTypesCount
  assetTypes { nodes { name } } }`

describe('createZoneType', () => {
  it('answers with the type, and the types of asset expected in such zones', async () => {
    const company = await newCompany(db)
    const door = await newAssetType(company, { name: 'Fire door' })
    const pump = await newAssetType(company, { name: 'Pump' })
    const { zoneType } = await carryOut(
      company.admin,
      'createZoneType',
      {
        description: 'Plant room',
        riskLevel: 'MEDIUM',
        assetTypeIds: [door.uuid, pump.uuid, door.uuid],
      },
      SELECTION,
    )
    expect(zoneType).toEqual({
      description: 'Plant room',
      risk: { level: 'MEDIUM' },
      zonesCount: 0,
      assetTypesCount: 2,
      assetTypes: { nodes: [{ name: 'Fire door' }, { name: 'Pump' }] },
    })
  })

  it('tells all mistakes together, each in its place of the list', async () => {
    const company = await newCompany(db)
    const door = await newAssetType(company)
    const removed = await newAssetType(company, { deletedAt: new Date() })
    const input = { description: '', assetTypeIds: [door.uuid, 'nonsense', removed.uuid] }
    expect(await refusalOf(company.admin, 'createZoneType', input)).toEqual([
      'REQUIRED description',
      'NOT_FOUND assetTypeIds.1',
      'NOT_FOUND assetTypeIds.2',
    ])
  })
})

describe('updateZoneType', () => {
  it('changes what is given, and the list as a whole', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newZoneType(company, { description: 'Office', riskId: 1 })
    const door = await newAssetType(company, { name: 'Fire door' })
    const update = async (input: object) =>
      (await carryOut(company.admin, 'updateZoneType', { id, ...input }, SELECTION)).zoneType

    const expected = { description: 'Office', risk: { level: 'CRITICAL' }, zonesCount: 0 }
    const one = { assetTypesCount: 1, assetTypes: { nodes: [{ name: 'Fire door' }] } }
    const none = { assetTypesCount: 0, assetTypes: { nodes: [] } }
    expect(await update({ assetTypeIds: [door.uuid] })).toEqual({ ...expected, ...one })
    expect(await update({ riskLevel: null })).toEqual({ ...expected, ...one, risk: null })
    expect(await update({ assetTypeIds: null })).toEqual({ ...expected, ...none, risk: null })
  })

  it('tells all mistakes together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newZoneType(company)).uuid,
      description: null,
      assetTypeIds: ['nonsense'],
    }
    expect(await refusalOf(company.admin, 'updateZoneType', input)).toEqual([
      'REQUIRED description',
      'NOT_FOUND assetTypeIds.0',
    ])
  })
})

describe('removeZoneType and restoreZoneType', () => {
  it('answer with the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newZoneType(company, { description: 'Office' })
    for (const name of ['removeZoneType', 'restoreZoneType']) {
      const answer = await carryOut(company.admin, name, { id }, 'zoneType { id description }')
      expect(answer.zoneType).toEqual({ id, description: 'Office' })
    }
  })

  it('are refused while there are zones of it', async () => {
    const company = await newCompany(db)
    const type = await newZoneType(company)
    await newZone(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await refusalOf(company.admin, 'removeZoneType', input)).toEqual(['IN_USE id'])
  })
})
