import { describe, expect, it } from 'vitest'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

describe('createAssetType', () => {
  it('returns the type with its relations', async () => {
    const company = await newCompany(db)
    const checklist = await newChecklist(company, { name: 'Doors' })
    const input = {
      name: 'Fire door',
      shortCode: 'fd1',
      riskLevel: 'CRITICAL',
      checklistId: checklist.uuid,
      customFields: [
        { label: 'Colour', default: 'red', required: true, options: ['red', 'blue'] },
        { label: 'Maker' },
      ],
      inspectionIntervalDays: 365,
    }
    const { assetType } = await runMutation(
      company.admin,
      'createAssetType',
      input,
      `assetType { name shortCode risk { level } checklist { name } enforceChecklistOrder
        inspectionIntervalDays assetsCount assets { nodes { id } } zoneTypes { totalCount }
        customFields { fieldId label default placeholder required options } }`,
    )
    const fieldId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const maker = { default: '', placeholder: '', required: false, options: [] }
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
          required: true,
          options: ['red', 'blue'],
        },
        { fieldId, label: 'Maker', ...maker },
      ],
    })
  })

  it('reports all validation errors together, with the paths of custom fields', async () => {
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
    const refusal = await errorCodesOf(company.admin, 'createAssetType', input)
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
  it('changes the given fields, and replaces all custom fields', async () => {
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
    const { assetType } = await runMutation(
      company.admin,
      'updateAssetType',
      input,
      `assetType { name inspectionIntervalDays customFields { label }
        assets { nodes { customFieldValues { label value } } } }`,
    )
    expect(assetType).toEqual({
      name: 'Door',
      inspectionIntervalDays: 30,
      customFields: [{ label: 'Paint' }],
      assets: { nodes: [{ customFieldValues: [{ label: 'Paint', value: 'red' }] }] },
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newAssetType(company)).uuid,
      name: null,
      shortCode: null,
      checklistId: (await newChecklist(company, { deletedAt: new Date() })).uuid,
      inspectionIntervalDays: 73_001,
    }
    const refusal = await errorCodesOf(company.admin, 'updateAssetType', input)
    expect(refusal.sort()).toEqual([
      'NOT_FOUND checklistId',
      'OUT_OF_RANGE inspectionIntervalDays',
      'REQUIRED name',
      'REQUIRED shortCode',
    ])
  })

  it('accepts the type’s own short code', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { shortCode: 'FD' })
    const input = { id: type.uuid, shortCode: 'fd' }
    const { assetType } = await runMutation(
      company.admin,
      'updateAssetType',
      input,
      'assetType { id shortCode }',
    )
    expect(assetType).toEqual({ id: type.uuid, shortCode: 'FD' })
  })
})

describe('removeAssetType and restoreAssetType', () => {
  it('return the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAssetType(company, { name: 'Door' })
    for (const name of ['removeAssetType', 'restoreAssetType']) {
      const answer = await runMutation(company.admin, name, { id }, 'assetType { id name }')
      expect(answer.assetType).toEqual({ id, name: 'Door' })
    }
  })

  it('are rejected while assets have it', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company)
    await newAsset(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await errorCodesOf(company.admin, 'removeAssetType', input)).toEqual(['IN_USE id'])
  })
})
