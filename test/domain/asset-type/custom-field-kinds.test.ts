import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { CustomField } from '../../../src/domain/asset/custom-field-values.js'
import { createAsset } from '../../../src/domain/asset/create-asset.js'
import type { CustomFieldInput } from '../../../src/domain/asset-type/custom-fields.js'
import { createAssetType } from '../../../src/domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../../src/domain/asset-type/update-asset-type.js'
import type { DomainError } from '../../../src/domain/errors.js'
import { customField, newAsset, newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = async (id: number) =>
  (await db.prisma.assetType.findFirstOrThrow({ where: { id } }))
    .customFields as unknown as CustomField[]

const company = newCompany(db)
async function create(...customFields: CustomFieldInput[]) {
  const shortCode = `T${Math.random().toString(36).slice(2, 8)}`
  const { id } = await createAssetType((await company).admin, {
    name: 'Type',
    shortCode,
    customFields,
  })
  return { id, fields: await read(id) }
}
const update = async (id: number, ...customFields: CustomFieldInput[]) => {
  await updateAssetType((await company).admin, { id, customFields })
  return read(id)
}

describe('a custom field', () => {
  it('has a kind: a choice if it has options, else a text', async () => {
    const { fields } = await create(
      { label: 'A' },
      { label: 'B', options: ['x'] },
      { label: 'C', kind: 'NUMBER', unit: ' kg ', minimum: -1.5, maximum: 20, default: '06.0' },
      { label: 'D', kind: 'DATE', default: '2027-01-31' },
      { label: 'E', kind: 'BOOLEAN', default: 'True' },
      { label: 'F', kind: null, unit: null, minimum: null, options: null },
    )
    expect(fields.map(({ kind }) => kind)).toEqual([
      'TEXT',
      'CHOICE',
      'NUMBER',
      'DATE',
      'BOOLEAN',
      'TEXT',
    ])
    expect(fields[2]).toMatchObject({ unit: 'kg', minimum: -1.5, maximum: 20, default: '6' })
    expect(fields[4]).toMatchObject({ default: 'true', unit: null, options: [] })
  })

  it('reports all mistakes together', async () => {
    expect(
      await errorCodesOf(
        create(
          { label: 'A', kind: 'CHOICE' },
          {
            label: 'B',
            kind: 'NUMBER',
            options: ['1'],
            minimum: 2,
            maximum: 1,
            unit: 'x'.repeat(21),
          },
          { label: 'C', kind: 'DATE', unit: 'd', minimum: 1, maximum: 2, default: 'tomorrow' },
          { label: 'D', kind: 'NUMBER', minimum: 1e-7, maximum: 1e16, default: 'x' },
          { label: 'E', kind: 'NUMBER', minimum: 1, default: '0' },
          { label: 'F', kind: 'BOOLEAN', default: 'yes' },
          { label: 'G', unit: 'kg' },
        ),
      ),
    ).toEqual([
      'REQUIRED customFields.0.options',
      'INVALID customFields.1.options',
      'INVALID customFields.1.maximum',
      'TOO_LONG customFields.1.unit',
      'INVALID customFields.2.unit',
      'INVALID customFields.2.minimum',
      'INVALID customFields.2.maximum',
      'INVALID customFields.2.default',
      'INVALID customFields.3.minimum',
      'INVALID customFields.3.maximum',
      'INVALID customFields.3.default',
      'OUT_OF_RANGE customFields.4.default',
      'INVALID customFields.5.default',
      'INVALID customFields.6.unit',
    ])
  })

  it('keeps its kind, unit and bounds if an update does not name them', async () => {
    const number = { label: 'A', kind: 'NUMBER', unit: 'kg', minimum: 1, maximum: 9 } as const
    const { id, fields } = await create(number, { label: 'B', options: ['x'] })
    const [a, b] = fields.map(({ fieldId }) => fieldId)
    expect(
      await update(id, { fieldId: a, label: 'A', maximum: 8 }, { fieldId: b, label: 'B' }),
    ).toMatchObject([
      { kind: 'NUMBER', unit: 'kg', minimum: 1, maximum: 8 },
      { kind: 'TEXT', unit: null },
    ])
    expect(await update(id, { fieldId: a, label: 'A', kind: 'NUMBER' })).toMatchObject([
      { kind: 'NUMBER', unit: null, minimum: null, maximum: null },
    ])
  })
})

describe('a new kind of a field', () => {
  it.each([
    ['NUMBER', ['6', '-0.5'], ['06', '6 kg', '1.0']],
    ['DATE', ['2027-01-31'], ['2027-02-31', 'soon']],
    ['BOOLEAN', ['true', 'false'], ['True', 'yes']],
  ] as const)('%s is rejected if an asset has another value', async (kind, fit, others) => {
    const own = await company
    const field = customField({ label: 'Field' })
    const type = await newAssetType(own, { customFields: [field] })
    const make = (value: string, overrides = {}) =>
      newAsset(own, { typeId: type.id, metaData: { [field.fieldId]: value }, ...overrides })
    for (const value of fit) await make(value)
    const typed = { fieldId: field.fieldId, label: 'Field', kind }
    expect(await update(type.id, typed)).toMatchObject([{ kind }])
    expect(await update(type.id, { ...typed, kind: 'TEXT' })).toMatchObject([{ kind: 'TEXT' }])
    for (const value of others) await make(value)
    await make(others[0], { deletedAt: new Date() })
    const error = await update(type.id, { label: 'First' }, typed).catch(
      (thrown: unknown) => thrown,
    )
    const [example] = [...others].sort()
    expect((error as DomainError).errors).toEqual([
      {
        code: 'IN_USE',
        path: ['customFields', 1, 'kind'],
        message: `${others.length + 1} assets have a value that is not of this kind, such as “${example}”.`,
      },
    ])
    expect(await update(type.id, { label: 'First' })).toHaveLength(1)
    // The values are hidden now. They would be shown again.
    expect(await errorCodesOf(update(type.id, typed))).toEqual(['IN_USE customFields.0.kind'])
  })

  it('and values that do not fit are never both written', async () => {
    const own = await company
    for (let round = 0; round < 10; round += 1) {
      const field = customField({ label: 'Field' })
      const { id: typeId } = await newAssetType(own, { customFields: [field] })
      const { id: zoneId } = await newZone(own)
      const { fieldId } = field
      const answers = await Promise.allSettled([
        createAsset(own.admin, { typeId, zoneId, customFieldValues: [{ fieldId, value: 'x' }] }),
        update(typeId, { fieldId, label: 'Field', kind: 'NUMBER' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('a field that an older instance writes', () => {
  const bare = (label: string, options: string[] = []) => ({
    fieldId: newUuid(),
    label,
    default: '',
    placeholder: '',
    isRequired: false,
    options,
  })

  it('gets a kind, and keeps its kind, unit and bounds', async () => {
    const own = await company
    const [text, choice] = [bare('A'), bare('B', ['x'])]
    const { id } = await newAssetType(own, { customFields: [text, choice] })
    expect((await read(id)).map(({ kind }) => kind)).toEqual(['TEXT', 'CHOICE'])
    const rules = { kind: 'NUMBER', unit: 'kg', minimum: 1 } as const
    await update(id, { fieldId: text.fieldId, label: 'A', ...rules })
    const key = { companyId_id: { companyId: own.companyId, id } }
    const { fieldId } = choice
    const customFields = [
      { ...choice, options: [] },
      { ...text, label: 'Renamed' },
    ]
    await db.prisma.assetType.update({ where: key, data: { customFields } })
    expect(await read(id)).toMatchObject([
      { fieldId, kind: 'TEXT' },
      { fieldId: text.fieldId, label: 'Renamed', ...rules },
    ])
  })
})
