import { describe, expect, it } from 'vitest'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { carryOut, refusalOf } from './mutate.js'

const db = testDatabase()

describe('createAssetType', () => {
  it('answers with the type, and all that hangs on it', async () => {
    const company = await newCompany(db)
    const checklist = await newChecklist(company, { name: 'Doors' })
    const input = {
      name: 'Fire door',
      shortCode: 'fd1',
      riskLevel: 'CRITICAL',
      checklistId: checklist.uuid,
      customFields: [
        { label: 'Colour', default: 'red', isRequired: true, options: ['red', 'blue'] },
        { label: 'Maker' },
      ],
      inspectionIntervalDays: 365,
    }
    const { assetType } = await carryOut(
      company.admin,
      'createAssetType',
      input,
      `assetType { name shortCode risk { level } checklist { name } enforceChecklistOrder
        inspectionIntervalDays assetsCount assets { nodes { id } } zoneTypes { totalCount }
        customFields { fieldId label default placeholder isRequired options } }`,
    )
    const fieldId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const maker = { default: '', placeholder: '', isRequired: false, options: [] }
    expect(assetType).toEqual({
      name: 'Fire door',
      shortCode: 'FD1',
      risk: { level: 'CRITICAL' },
      checklist: { name: 'Doors' },
      enforceChecklistOrder: false,
      inspectionIntervalDays: 365,
      assetsCount: 0,
      assets: { nodes: [] },
      zoneTypes: { totalCount: 0 },
      customFields: [
        {
          fieldId,
          label: 'Colour',
          default: 'red',
          placeholder: '',
          isRequired: true,
          options: ['red', 'blue'],
        },
        { fieldId, label: 'Maker', ...maker },
      ],
    })
  })

  it('tells all mistakes together, those of the custom fields in their places', async () => {
    const company = await newCompany(db)
    await newAssetType(company, { shortCode: 'FD' })
    const { fieldId } = customField()
    const input = {
      name: ' ',
      shortCode: ' fd ',
      checklistId: 'nonsense',
      inspectionIntervalDays: 0,
      customFields: [
        { fieldId, label: 'Colour', default: 'green', options: ['red', 'red'] },
        { fieldId, label: 'colour' },
        { label: '' },
      ],
    }
    const refusal = await refusalOf(company.admin, 'createAssetType', input)
    expect(refusal.sort()).toEqual([
      'INVALID customFields.0.default',
      'NOT_FOUND checklistId',
      'OUT_OF_RANGE inspectionIntervalDays',
      'REQUIRED customFields.2.label',
      'REQUIRED name',
      'TAKEN customFields.0.options.1',
      'TAKEN customFields.1.fieldId',
      'TAKEN customFields.1.label',
      'TAKEN shortCode',
    ])
  })
})

describe('updateAssetType', () => {
  it('changes what is given, and the custom fields as a whole', async () => {
    const company = await newCompany(db)
    const kept = customField({ label: 'Colour' })
    const dropped = customField({ label: 'Maker' })
    const type = await newAssetType(company, { name: 'Door', customFields: [kept, dropped] })
    const metaData = { [kept.fieldId]: 'red', [dropped.fieldId]: 'Acme' }
    await newAsset(company, { typeId: type.id, metaData })
    const input = {
      id: type.uuid,
      customFields: [{ fieldId: kept.fieldId, label: 'Paint' }],
      inspectionIntervalDays: 30,
    }
    const { assetType } = await carryOut(
      company.admin,
      'updateAssetType',
      input,
      `assetType { name inspectionIntervalDays customFields { label }
        assets { nodes { metaData { label value } } } }`,
    )
    expect(assetType).toEqual({
      name: 'Door',
      inspectionIntervalDays: 30,
      customFields: [{ label: 'Paint' }],
      assets: { nodes: [{ metaData: [{ label: 'Paint', value: 'red' }] }] },
    })
  })

  it('tells all mistakes together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newAssetType(company)).uuid,
      name: null,
      shortCode: null,
      checklistId: (await newChecklist(company, { deletedAt: new Date() })).uuid,
      inspectionIntervalDays: 73_001,
    }
    const refusal = await refusalOf(company.admin, 'updateAssetType', input)
    expect(refusal.sort()).toEqual([
      'NOT_FOUND checklistId',
      'OUT_OF_RANGE inspectionIntervalDays',
      'REQUIRED name',
      'REQUIRED shortCode',
    ])
  })

  it('lets a type keep its own short code', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { shortCode: 'FD' })
    const input = { id: type.uuid, shortCode: 'fd' }
    const { assetType } = await carryOut(
      company.admin,
      'updateAssetType',
      input,
      'assetType { id shortCode }',
    )
    expect(assetType).toEqual({ id: type.uuid, shortCode: 'FD' })
  })
})

describe('removeAssetType and restoreAssetType', () => {
  it('answer with the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAssetType(company, { name: 'Door' })
    for (const name of ['removeAssetType', 'restoreAssetType']) {
      const answer = await carryOut(company.admin, name, { id }, 'assetType { id name }')
      expect(answer.assetType).toEqual({ id, name: 'Door' })
    }
  })

  it('are refused while there are assets of it', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company)
    await newAsset(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await refusalOf(company.admin, 'removeAssetType', input)).toEqual(['IN_USE id'])
  })
})
