import { describe, expect, it } from 'vitest'
import { customField, newAsset, newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

const colour = customField({ label: 'Colour', options: ['red', 'blue'] })
const maker = customField({ label: 'Maker', isRequired: true })

describe('createAsset', () => {
  it('returns the asset with its relations, also for a technician', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const zone = await newZone(company, { name: 'Roof' })
    const type = await newAssetType(company, { name: 'Door', customFields: [colour, maker] })
    const { asset } = await runMutation(
      company.technician,
      'createAsset',
      {
        zoneId: zone.uuid,
        typeId: type.uuid,
        code: ' D-1 ',
        barcode: '4006381333931',
        riskLevel: 'HIGH',
        customFieldValues: [{ fieldId: maker.fieldId, value: 'Acme' }],
      },
      `asset { code status defective overdue decommissionedAt barcode { data asset { code } }
        zone { name site { assetsCount } } site { name zones { nodes { assets { nodes { code } } } } }
        type { name assetsCount } risk { level value } customFieldValues { fieldId label value }
        createdBy { databaseId } inspections { totalCount } documents { totalCount } }`,
    )
    const site = await db.prisma.site.findFirstOrThrow({ where: { id: zone.siteId } })
    expect(asset).toEqual({
      code: 'D-1',
      status: 'OK',
      defective: false,
      overdue: false,
      decommissionedAt: null,
      barcode: { data: '4006381333931', asset: { code: 'D-1' } },
      zone: { name: 'Roof', site: { assetsCount: 1 } },
      site: { name: site.name, zones: { nodes: [{ assets: { nodes: [{ code: 'D-1' }] } }] } },
      type: { name: 'Door', assetsCount: 1 },
      risk: { level: 'HIGH', value: 2 },
      customFieldValues: [{ fieldId: maker.fieldId, label: 'Maker', value: 'Acme' }],
      createdBy: { databaseId: company.technician.viewer.userId },
      inspections: { totalCount: 0 },
      documents: { totalCount: 0 },
    })
  })

  it('generates a code and a barcode, and uses the risk of the type, if they are absent', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const type = await newAssetType(company, { shortCode: 'FD', riskId: 4 })
    const { asset } = await runMutation(
      company.admin,
      'createAsset',
      { zoneId: zone.uuid, typeId: type.uuid, code: null, barcode: null, riskLevel: null },
      'asset { code barcode { data } risk { level } customFieldValues { fieldId } }',
    )
    expect(asset).toEqual({
      code: 'FD-00001',
      barcode: { data: 'BC00000001' },
      risk: { level: 'LOW' },
      customFieldValues: [],
    })
  })

  it('reports an unknown type, a taken code and another company’s zone together', async () => {
    const company = await newCompany(db)
    const { code } = await newAsset(company)
    const input = {
      zoneId: (await newZone(await newCompany(db))).uuid,
      typeId: (await newZone(company)).uuid,
      code,
      barcode: '4006381333931',
    }
    const refusal = await errorCodesOf(company.admin, 'createAsset', input)
    expect(refusal.sort()).toEqual([
      'NOT_ALLOWED barcode',
      'NOT_FOUND typeId',
      'NOT_FOUND zoneId',
      'TAKEN code',
    ])
  })

  it('reports validation errors of custom fields with their paths', async () => {
    const company = await newCompany(db)
    const input = {
      zoneId: (await newZone(company)).uuid,
      typeId: (await newAssetType(company, { customFields: [colour, maker] })).uuid,
      customFieldValues: [
        { fieldId: customField().fieldId, value: 'x' },
        { fieldId: colour.fieldId, value: 'green' },
        { fieldId: maker.fieldId, value: ' ' },
      ],
    }
    expect(await errorCodesOf(company.admin, 'createAsset', input)).toEqual([
      'NOT_FOUND customFieldValues.0.fieldId',
      'INVALID customFieldValues.1.value',
      'REQUIRED customFieldValues.2.value',
    ])
  })

  it('accepts a barcode of the company’s format once', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true, barcodeFormat: '\\d{4}' })
    await newAsset(company, { barcode: '1234' })
    const input = {
      zoneId: (await newZone(company)).uuid,
      typeId: (await newAssetType(company)).uuid,
    }
    const refusal = (barcode: string) =>
      errorCodesOf(company.admin, 'createAsset', { ...input, barcode })
    expect(await refusal('12345')).toEqual(['INVALID barcode'])
    expect(await refusal('1234')).toEqual(['TAKEN barcode'])
  })
})

describe('updateAsset', () => {
  it('changes the given fields, clears those that are null and keeps the others', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { riskId: 1, customFields: [colour] })
    const before = await newAsset(company, {
      code: 'D-1',
      typeId: type.id,
      riskId: 4,
      metaData: { [colour.fieldId]: 'red' },
    })
    const zone = await newZone(company, { name: 'Cellar' })
    const update = async (input: object) =>
      (
        await runMutation(
          company.technician,
          'updateAsset',
          { id: before.uuid, ...input },
          'asset { code zone { name } risk { level } customFieldValues { label value } }',
        )
      ).asset

    const moved = {
      code: 'D-1',
      zone: { name: 'Cellar' },
      risk: { level: 'LOW' },
      customFieldValues: [{ label: 'Colour', value: 'red' }],
    }
    expect(await update({ zoneId: zone.uuid })).toEqual(moved)
    const cleared = { ...moved, risk: { level: 'CRITICAL' }, customFieldValues: [] }
    expect(await update({ riskLevel: null, customFieldValues: null })).toEqual(cleared)
    expect(await update({})).toEqual(cleared)
  })

  it('needs two statements and one to read the asset back, the last two in one transaction', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company)
    const update = (code: string) =>
      runMutation(company.admin, 'updateAsset', { id, code }, 'asset { code zone { name } }')
    await update('D-1')
    expect(await statementsOf(db, () => update('D-2'))).toHaveLength(5)
  })

  it('keeps the values that a new type has, and loses others only with discardValues', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { customFields: [colour, maker] })
    const metaData = { [colour.fieldId]: 'red', [maker.fieldId]: 'Acme' }
    const before = await newAsset(company, { typeId: type.id, metaData })
    const newType = await newAssetType(company, { name: 'Gate', customFields: [maker] })
    const change = { id: before.uuid, typeId: newType.uuid }
    expect(await errorCodesOf(company.admin, 'updateAsset', change)).toEqual(['NOT_ALLOWED typeId'])
    const rows = { rows: [{ id: before.uuid, code: 'A-9' }, change] }
    expect(await errorCodesOf(company.admin, 'updateAssets', rows)).toEqual([
      'NOT_ALLOWED rows.1.typeId',
      'INVALID rows.1.id',
    ])
    const { asset } = await runMutation(
      company.admin,
      'updateAsset',
      { ...change, discardValues: true },
      'asset { type { name } customFieldValues { label value } }',
    )
    expect(asset).toEqual({
      type: { name: 'Gate' },
      customFieldValues: [{ label: 'Maker', value: 'Acme' }],
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const { code } = await newAsset(company)
    const type = await newAssetType(company, { customFields: [colour] })
    const { uuid: id } = await newAsset(company, { typeId: type.id })
    const customFieldValues = [{ fieldId: colour.fieldId, value: 'green' }]
    const refusal = await errorCodesOf(company.admin, 'updateAsset', {
      id,
      zoneId: 'nonsense',
      code,
      customFieldValues,
    })
    expect(refusal.sort()).toEqual([
      'INVALID customFieldValues.0.value',
      'NOT_FOUND zoneId',
      'TAKEN code',
    ])
    const nulls = { id, zoneId: null, typeId: null, code: null, customFieldValues }
    expect((await errorCodesOf(company.admin, 'updateAsset', nulls)).sort()).toEqual([
      'REQUIRED code',
      'REQUIRED typeId',
      'REQUIRED zoneId',
    ])
  })
})

describe('decommissionAsset', () => {
  it('returns the decommissioned asset', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company, { defective: true })
    const { asset } = await runMutation(
      company.admin,
      'decommissionAsset',
      { id },
      'asset { status overdue decommissionedAt site { failing } }',
    )
    expect(asset).toEqual({
      status: 'DECOMMISSIONED',
      overdue: false,
      decommissionedAt: expect.any(String),
      site: { failing: false },
    })
  })

  it('is rejected the second time', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company, { decommissionedAt: new Date() })
    const refusal = await errorCodesOf(company.admin, 'decommissionAsset', { id })
    expect(refusal).toEqual(['WRONG_STATE id'])
  })
})

describe('removeAsset and restoreAsset', () => {
  it('hide an asset with its barcode, and show it again', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company, { code: 'D-1', barcode: '1234' })
    const found = async () =>
      (
        await graph(company.admin)(
          '{ asset(by: { barcode: "1234" }) { id } barcodes { nodes { data } } }',
        )
      ).data

    const { asset } = await runMutation(company.admin, 'removeAsset', { id }, 'asset { code }')
    expect(asset).toEqual({ code: 'D-1' })
    expect(await found()).toEqual({ asset: null, barcodes: { nodes: [] } })
    await runMutation(company.admin, 'restoreAsset', { id })
    const there = { asset: { id }, barcodes: { nodes: [{ data: '1234' }] } }
    expect(await found()).toEqual(there)
  })

  it('keep the code taken', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company, { code: 'D-1' })
    await runMutation(company.admin, 'removeAsset', { id })
    const input = {
      zoneId: (await newZone(company)).uuid,
      typeId: (await newAssetType(company)).uuid,
      code: 'D-1',
    }
    expect(await errorCodesOf(company.admin, 'createAsset', input)).toEqual(['TAKEN code'])
  })

  it('are rejected with all reasons while the zone and the type are removed', async () => {
    const company = await newCompany(db)
    const deletedAt = new Date()
    const zone = await newZone(company, { deletedAt })
    const type = await newAssetType(company, { deletedAt })
    const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id, deletedAt })
    const refusal = await errorCodesOf(company.admin, 'restoreAsset', { id: asset.uuid })
    expect(refusal).toEqual(['WRONG_STATE id', 'WRONG_STATE id'])
  })
})
