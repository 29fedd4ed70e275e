import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createAssetType } from '../../../src/domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../../src/domain/asset-type/update-asset-type.js'
import type { CustomFieldInput } from '../../../src/domain/asset-type/custom-fields.js'
import { entriesOf } from '../../audit/entries.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
  newZone,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.assetType.findFirstOrThrow({ where: { id } })

describe('createAssetType', () => {
  it('stores the input, with the short code in upper case', async () => {
    const company = await newCompany(db)
    const checklist = await newChecklist(company)
    const fieldId = newUuid()
    const { id } = await createAssetType(company.admin, {
      name: ' Fire door ',
      shortCode: ' fd2 ',
      riskLevel: 'Critical',
      checklistId: checklist.uuid,
      enforceChecklistOrder: true,
      inspectionIntervalDays: 180,
      customFields: [
        {
          fieldId: fieldId.toUpperCase(),
          label: ' Colour ',
          default: 'red',
          placeholder: 'pick',
          required: true,
          options: ['red', ' blue '],
        },
      ],
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      name: 'Fire door',
      shortCode: 'FD2',
      riskId: 1,
      checklistId: checklist.id,
      enforceChecklistOrder: true,
      intervalDays: 180,
      customFields: [
        {
          fieldId,
          label: 'Colour',
          default: 'red',
          placeholder: 'pick',
          isRequired: true,
          options: ['red', 'blue'],
        },
      ],
    })
  })

  it('requires only a name and a short code', async () => {
    const { admin } = await newCompany(db)
    const { id } = await createAssetType(admin, { name: 'Door', shortCode: 'D' })
    expect(await read(id)).toMatchObject({
      riskId: null,
      checklistId: null,
      enforceChecklistOrder: false,
      intervalMonths: null,
      intervalDays: null,
      inspectionSchedule: 'floating',
      customFields: [],
    })
  })

  it('generates an id for a field without one, and lower-cases given ones', async () => {
    const { admin } = await newCompany(db)
    const customFields = [{ label: 'A' }, { label: 'B' }]
    const { id } = await createAssetType(admin, { name: 'Door', shortCode: 'D', customFields })
    const fields = (await read(id)).customFields as { fieldId: string }[]
    expect(fields).toEqual([
      { ...BARE, label: 'A', fieldId: expect.stringMatching(UUID) },
      { ...BARE, label: 'B', fieldId: expect.stringMatching(UUID) },
    ])
    expect(fields[0]?.fieldId).not.toBe(fields[1]?.fieldId)
  })

  it.each(['', 'A-1', 'ÄB', 'A B', 'ABCDEFGHIJK', '\0'])(
    'rejects the short code %j',
    async (shortCode) => {
      const { admin } = await newCompany(db)
      expect(await errorCodesOf(createAssetType(admin, { name: 'Door', shortCode }))).toEqual([
        'INVALID shortCode',
      ])
    },
  )

  it('rejects a short code of another type, even of a removed one', async () => {
    const company = await newCompany(db)
    await newAssetType(company, { shortCode: 'FD', deletedAt: new Date() })
    const input = { name: 'Door', shortCode: 'fd' }
    expect(await errorCodesOf(createAssetType(company.admin, input))).toEqual(['TAKEN shortCode'])
  })

  it('accepts a short code of another company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    await newAssetType(other, { shortCode: 'FD' })
    const { id } = await createAssetType(company.admin, { name: 'Door', shortCode: 'FD' })
    expect(await db.prisma.assetType.findFirstOrThrow({ where: { id } })).toMatchObject({
      companyId: company.companyId,
      shortCode: 'FD',
    })
  })

  it('gives a short code to one of many concurrent calls', async () => {
    const { admin, companyId } = await newCompany(db)
    const asked = Array.from({ length: 10 }, () =>
      createAssetType(admin, { name: 'Door', shortCode: 'FD' }),
    )
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [index, { status }] of answers.entries()) {
      if (status === 'rejected') {
        expect(await errorCodesOf(asked[index]!)).toEqual(['TAKEN shortCode'])
      }
    }
    expect(await db.prisma.assetType.count({ where: { companyId } })).toBe(1)
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = {
      name: '',
      shortCode: '?',
      riskLevel: '?',
      checklistId: 0,
      inspectionIntervalDays: 0,
      customFields: [
        { fieldId: 'x', label: '' },
        { label: 'Same', default: 'green', options: ['red', 'red', ''] },
        { label: 'same', placeholder: 'x'.repeat(256) },
      ],
    }
    expect((await errorCodesOf(createAssetType(admin, input))).sort()).toEqual([
      'INVALID customFields.0.fieldId',
      'INVALID customFields.1.default',
      'INVALID riskLevel',
      'INVALID shortCode',
      'NOT_FOUND checklistId',
      'OUT_OF_RANGE inspectionIntervalDays',
      'REQUIRED customFields.0.label',
      'REQUIRED customFields.1.options.2',
      'REQUIRED name',
      'TAKEN customFields.1.options.1',
      'TAKEN customFields.2.label',
      'TOO_LONG customFields.2.placeholder',
    ])
  })

  it('rejects duplicate field ids, and more than 100 fields', async () => {
    const { admin } = await newCompany(db)
    const fieldId = newUuid()
    const twice = [
      { fieldId, label: 'A' },
      { fieldId: fieldId.toUpperCase(), label: 'B' },
    ]
    const many = Array.from({ length: 101 }, (_, index) => ({ label: `Field ${index}` }))
    const door = { name: 'Door', shortCode: 'D' }
    expect(await errorCodesOf(createAssetType(admin, { ...door, customFields: twice }))).toEqual([
      'TAKEN customFields.1.fieldId',
    ])
    expect(await errorCodesOf(createAssetType(admin, { ...door, customFields: many }))).toEqual([
      'TOO_LONG customFields',
    ])
  })
})

describe('updateAssetType', () => {
  it('keeps fields that are absent', async () => {
    const company = await newCompany(db)
    const before = await newAssetType(company, {
      intervalDays: 30,
      riskId: 2,
      enforceChecklistOrder: true,
      customFields: [customField()],
    })
    await updateAssetType(company.admin, { id: before.id, name: 'New' })
    expect(await read(before.id)).toEqual({
      ...before,
      name: 'New',
      updatedAt: expect.any(Date) as Date,
    })
  })

  it('clears fields that are null, and rejects null for name and short code', async () => {
    const company = await newCompany(db)
    const { id: checklistId } = await newChecklist(company)
    const { id } = await newAssetType(company, {
      checklistId,
      intervalDays: 30,
      riskId: 2,
      enforceChecklistOrder: true,
      customFields: [customField()],
    })
    await updateAssetType(company.admin, {
      id,
      checklistId: null,
      inspectionIntervalDays: null,
      riskLevel: null,
      enforceChecklistOrder: null,
      customFields: null,
    })
    expect(await read(id)).toMatchObject({
      checklistId: null,
      intervalDays: null,
      riskId: null,
      enforceChecklistOrder: false,
      customFields: [],
    })
    const cleared = { id, name: null, shortCode: null }
    expect(await errorCodesOf(updateAssetType(company.admin, cleared))).toEqual([
      'REQUIRED name',
      'REQUIRED shortCode',
    ])
  })

  it('keeps a custom field that has an id', async () => {
    const company = await newCompany(db)
    const [kept, dropped] = [customField({ label: 'Kept' }), customField({ label: 'Dropped' })]
    const { id } = await newAssetType(company, { customFields: [dropped, kept] })
    const customFields = [{ label: 'Added' }, { fieldId: kept.fieldId, label: 'Renamed' }]
    await updateAssetType(company.admin, { id, customFields })
    expect((await read(id)).customFields).toEqual([
      { ...BARE, label: 'Added', fieldId: expect.stringMatching(UUID) },
      { ...BARE, label: 'Renamed', fieldId: kept.fieldId },
    ])
  })

  it('updates the assets that show something else, each with an audit entry', async () => {
    const company = await newCompany(db)
    const [agent, size] = [customField({ label: 'Agent' }), customField({ label: 'Size' })]
    const type = await newAssetType(company, { customFields: [agent, size] })
    const { id: zoneId } = await newZone(company)
    const make = (metaData: object) => newAsset(company, { typeId: type.id, zoneId, metaData })
    const withAgent = await make({ [agent.fieldId]: 'CO2' })
    const withBoth = await make({ [agent.fieldId]: 'Foam', [size.fieldId]: '6' })
    await make({})
    const removed = await make({ [size.fieldId]: '9' })
    await db.prisma.asset.updateMany({ where: { id: removed.id }, data: { deletedAt: new Date() } })
    const times = async () => {
      const { companyId } = company
      const rows = await db.prisma.asset.findMany({ where: { companyId }, orderBy: { id: 'asc' } })
      return rows.map(({ updatedAt }) => updatedAt)
    }
    const change = async (...customFields: readonly CustomFieldInput[]) => {
      const [before, entries] = [await times(), (await entriesOf(company)).length]
      await updateAssetType(company.admin, { id: type.uuid, customFields })
      const { updatedAt } = await read(type.id)
      const after = await times()
      const written = (await entriesOf(company)).slice(entries)
      const assets = written.filter(({ recordType }) => recordType === 'Asset')
      return {
        updated: after.map((time, index) => {
          if (before[index]?.getTime() === time.getTime()) return false
          expect(time).toEqual(updatedAt)
          return true
        }),
        entries: Object.fromEntries(assets.map((one) => [one.recordId, [one.before, one.after]])),
      }
    }
    const renamed = { ...agent, label: 'Extinguishing agent' }
    expect(await change(renamed, size)).toEqual({
      updated: [true, true, false, false],
      entries: { [withAgent.uuid]: [{}, {}], [withBoth.uuid]: [{}, {}] },
    })
    const none = { updated: [false, false, false, false], entries: {} }
    const weight = { ...size, kind: 'NUMBER', unit: 'kg' } as const
    expect(await change(renamed, weight)).toEqual({
      updated: [false, true, false, true],
      entries: { [withBoth.uuid]: [{}, {}], [removed.uuid]: [{}, {}] },
    })
    expect(await change(renamed, { ...weight, maximum: 20 })).toEqual(none)
    expect((await change(renamed, { ...size, kind: 'TEXT' })).updated).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(await change({ ...renamed, placeholder: 'CO2' }, size)).toEqual(none)
    expect(await change(renamed, size, customField({ label: 'Weight' }))).toEqual(none)
    expect(await change(size, renamed)).toEqual({
      updated: [false, true, false, false],
      entries: { [withBoth.uuid]: [{}, {}] },
    })
    const values = (fields: object) => ({ customFieldValues: fields })
    expect(await change(renamed)).toEqual({
      updated: [false, true, false, true],
      entries: {
        [withBoth.uuid]: [
          values({ [agent.fieldId]: 'Foam', [size.fieldId]: '6' }),
          values({ [agent.fieldId]: 'Foam' }),
        ],
        [removed.uuid]: [values({ [size.fieldId]: '9' }), values({})],
      },
    })
  })

  it('accepts its own short code, and rejects another type’s', async () => {
    const company = await newCompany(db)
    const { id } = await newAssetType(company, { shortCode: 'MINE' })
    await newAssetType(company, { shortCode: 'THEIRS' })
    await updateAssetType(company.admin, { id, shortCode: 'mine' })
    expect(await errorCodesOf(updateAssetType(company.admin, { id, shortCode: 'THEIRS' }))).toEqual(
      ['TAKEN shortCode'],
    )
  })
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const BARE = {
  kind: 'TEXT',
  unit: null,
  minimum: null,
  maximum: null,
  default: '',
  placeholder: '',
  isRequired: false,
  options: [],
}
