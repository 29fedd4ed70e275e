import { describe, expect, it } from 'vitest'
import { createAsset } from '../../../src/domain/asset/create-asset.js'
import type { CustomFieldValue } from '../../../src/domain/asset/custom-field-values.js'
import { updateAssetType } from '../../../src/domain/asset-type/update-asset-type.js'
import { updateAsset } from '../../../src/domain/asset/update-asset.js'
import { updateAssets } from '../../../src/domain/asset/update-assets.js'
import { DomainError } from '../../../src/domain/errors.js'
import {
  customField,
  newAsset,
  newAssetType,
  newCompany,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
type Field = ReturnType<typeof customField>

const valuesOf = async (id: number) =>
  (await db.prisma.asset.findFirstOrThrow({ where: { id } })).metaData

async function newTypeOf(company: TestCompany, ...customFields: Field[]) {
  const { id: typeId } = await newAssetType(company, { customFields })
  const { id: zoneId } = await newZone(company)
  return {
    typeId,
    create: (customFieldValues: CustomFieldValue[]) =>
      createAsset(company.technician, { typeId, zoneId, customFieldValues }),
  }
}

describe('a value', () => {
  it.each([
    ['NUMBER', '12.50', '12.5'],
    ['NUMBER', ' +007 ', '7'],
    ['NUMBER', '-0.0', '0'],
    ['NUMBER', '-0.10', '-0.1'],
    ['NUMBER', '000123456789012345', '123456789012345'],
    ['NUMBER', '100', '100'],
    ['DATE', '2028-02-29', '2028-02-29'],
    ['BOOLEAN', 'TRUE', 'true'],
    ['BOOLEAN', 'false', 'false'],
    ['TEXT', '007', '007'],
  ] as const)('of the kind %s is stored for %j as %j', async (kind, value, stored) => {
    const field = customField({ kind })
    const { create } = await newTypeOf(await newCompany(db), field)
    const { id } = await create([{ fieldId: field.fieldId, value }])
    expect(await valuesOf(id)).toEqual({ [field.fieldId]: stored })
  })

  it.each([
    ['NUMBER', '12,5'],
    ['NUMBER', '1e3'],
    ['NUMBER', '.5'],
    ['NUMBER', '5.'],
    ['NUMBER', '1 000'],
    ['NUMBER', 'about 6'],
    ['NUMBER', '٣'],
    ['NUMBER', '1234567890123456'],
    ['DATE', '2027-02-29'],
    ['DATE', '2027-1-1'],
    ['DATE', '31/01/2027'],
    ['DATE', '2027-01-31T00:00:00Z'],
    ['BOOLEAN', 'yes'],
    ['BOOLEAN', '1'],
  ] as const)('of the kind %s is not %j', async (kind, value) => {
    const field = customField({ kind })
    const { create } = await newTypeOf(await newCompany(db), field)
    expect(await errorCodesOf(create([{ fieldId: field.fieldId, value }]))).toEqual([
      'INVALID customFieldValues.0.value',
    ])
  })

  it('of a number is within its bounds', async () => {
    const bounds = [{ minimum: 1, maximum: 2.5 }, { minimum: -1 }, { maximum: 0 }]
    const fields = bounds.map((each) => customField({ kind: 'NUMBER', ...each }))
    const { create } = await newTypeOf(await newCompany(db), ...fields)
    const values = (...texts: string[]) =>
      texts.map((value, index) => ({ fieldId: fields[index]?.fieldId ?? '', value }))
    await create(values('1', '-1.0', '0'))
    await create(values('2.50', '1000', '-7'))
    const error = await create(values('0.99', '-1.1', '0.001')).catch((thrown: unknown) => thrown)
    expect((error as DomainError).errors).toEqual(
      ['from 1 to 2.5', 'of at least -1', 'of at most 0'].map((text, index) => ({
        code: 'OUT_OF_RANGE',
        path: ['customFieldValues', index, 'value'],
        message: `A number ${text} is expected.`,
      })),
    )
  })
})

describe('an asset', () => {
  it('must have a value for each required field, and gets no default', async () => {
    const company = await newCompany(db)
    const [agent, size] = [
      customField({ isRequired: true, default: 'Foam' }),
      customField({ default: '6' }),
    ]
    const { create } = await newTypeOf(company, agent, size)
    expect(await errorCodesOf(create([]))).toEqual(['REQUIRED customFieldValues'])
    const blank = [{ fieldId: agent.fieldId, value: ' ' }]
    expect(await errorCodesOf(create(blank))).toEqual(['REQUIRED customFieldValues.0.value'])
    const { id } = await create([{ fieldId: agent.fieldId, value: 'Water' }])
    expect(await valuesOf(id)).toEqual({ [agent.fieldId]: 'Water' })
    const clear = [{ fieldId: agent.fieldId }]
    expect(
      await errorCodesOf(updateAsset(company.admin, { id, customFieldValues: clear })),
    ).toEqual(['REQUIRED customFieldValues.0.value'])
    expect(await errorCodesOf(updateAsset(company.admin, { id, customFieldValues: null }))).toEqual(
      ['REQUIRED customFieldValues'],
    )
  })

  it('has one value for a field', async () => {
    const company = await newCompany(db)
    const [one, other] = [customField(), customField({ kind: 'NUMBER' })]
    const { create } = await newTypeOf(company, one, other)
    const twice = [
      { fieldId: one.fieldId, value: 'a' },
      { fieldId: other.fieldId, value: 'x' },
      { fieldId: one.fieldId.toUpperCase(), value: 'a' },
      { fieldId: one.fieldId, value: null },
    ]
    const errors = [
      'INVALID customFieldValues.1.value',
      'INVALID customFieldValues.2.fieldId',
      'INVALID customFieldValues.3.fieldId',
    ]
    expect(await errorCodesOf(create(twice))).toEqual(errors)
    const { id } = await create([])
    expect(
      await errorCodesOf(updateAsset(company.admin, { id, customFieldValues: twice })),
    ).toEqual(errors)
  })
})

describe('values of a field that the type no longer has', () => {
  it('stay when other values change, until the type changes', async () => {
    const company = await newCompany(db)
    const [kept, dropped] = [customField({ label: 'Kept' }), customField({ label: 'Dropped' })]
    const { create, typeId } = await newTypeOf(company, kept, dropped)
    const { id } = await create([{ fieldId: dropped.fieldId, value: 'old' }])
    const update = (customFields: Field[]) =>
      updateAssetType(company.admin, { id: typeId, customFields })
    await update([kept])
    const customFieldValues = [{ fieldId: kept.fieldId, value: 'new' }]
    await updateAsset(company.admin, { id, customFieldValues })
    expect(await valuesOf(id)).toEqual({ [kept.fieldId]: 'new', [dropped.fieldId]: 'old' })
    const next = await newAssetType(company, { customFields: [customField({ label: 'Kept' })] })
    await updateAsset(company.admin, { id, typeId: next.id })
    expect(Object.values((await valuesOf(id)) as object)).toEqual(['new'])
  })
})

describe('an asset whose type changes', () => {
  const company = newCompany(db)
  const change = async (from: Field[], values: string[], to: Field[], input: object = {}) => {
    const domain = (await company).admin
    const { id: typeId } = await newAssetType(await company, { customFields: from })
    const next = await newAssetType(await company, { customFields: to })
    const metaData = Object.fromEntries(from.map(({ fieldId }, at) => [fieldId, values[at] ?? '']))
    const { id } = await newAsset(await company, { typeId, metaData })
    const error = await updateAsset(domain, { id, typeId: next.id, ...input }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error === undefined) return valuesOf(id)
    expect(await valuesOf(id)).toEqual(metaData)
    return (error as DomainError).errors.map(({ code, path, message }) => [
      `${code} ${path.join('.')}`,
      message,
    ])
  }
  const labelled = (label: string, overrides: Parameters<typeof customField>[0] = {}) =>
    customField({ label, ...overrides })

  it('keeps the values of fields with the same label, kind and unit', async () => {
    const kg = { kind: 'NUMBER', unit: 'kg' } as const
    const to = [labelled('AGENT'), labelled('Weight', kg), labelled('New', { default: 'D' })]
    expect(await change([labelled('Agent'), labelled('Weight', kg)], ['Foam', '6'], to)).toEqual({
      [to[0]!.fieldId]: 'Foam',
      [to[1]!.fieldId]: '6',
    })
  })

  it('is rejected with the labels of the values that would be lost', async () => {
    const from = [
      labelled('Kept'),
      labelled('Missing'),
      labelled('Kind'),
      labelled('Unit', { kind: 'NUMBER', unit: 'kg' }),
      labelled('Bounds', { kind: 'NUMBER' }),
      labelled('Options', { options: ['a', 'b'] }),
    ]
    const values = ['x', 'x', '6', '6', '6', 'a']
    const to = [
      labelled('Kept'),
      labelled('Kind', { kind: 'NUMBER' }),
      labelled('Unit', { kind: 'NUMBER', unit: 'lb' }),
      labelled('Bounds', { kind: 'NUMBER', maximum: 5 }),
      labelled('Options', { options: ['b', 'c'] }),
    ]
    const lost = 'The values of Missing, Kind, Unit, Bounds, Options would be lost.'
    expect(await change(from, values, to)).toEqual([['NOT_ALLOWED typeId', lost]])
    expect(await change(from, values, to, { discardValues: false })).toHaveLength(1)
    expect(await change(from, values, to, { discardValues: true })).toEqual({
      [to[0]!.fieldId]: 'x',
    })
  })

  it('loses nothing for which the input has a new value, or if it clears all values', async () => {
    const [from, to] = [labelled('Width'), labelled('Width', { kind: 'NUMBER' })]
    const customFieldValues = [{ fieldId: to.fieldId, value: '90' }]
    expect(await change([from], ['90 cm'], [to], { customFieldValues })).toEqual({
      [to.fieldId]: '90',
    })
    expect(await change([from], ['90 cm'], [to], { customFieldValues: null })).toEqual({})
  })

  it('needs the required values of the new type, together with all other errors', async () => {
    const to = [labelled('New', { isRequired: true, default: 'D' })]
    expect((await change([labelled('Old')], ['x'], to)) as unknown).toEqual([
      ['NOT_ALLOWED typeId', 'The values of Old would be lost.'],
      ['REQUIRED customFieldValues', 'The field New is required.'],
    ])
  })

  it('loses values of several assets only if each row allows it', async () => {
    const domain = (await company).admin
    const field = labelled('Old')
    const { id: typeId } = await newAssetType(await company, { customFields: [field] })
    const next = await newAssetType(await company)
    const make = () =>
      company.then((own) => newAsset(own, { typeId, metaData: { [field.fieldId]: 'x' } }))
    const [one, other] = [await make(), await make()]
    const rows = [
      { id: one.id, typeId: next.id, discardValues: true },
      { id: other.id, typeId: next.id },
    ]
    expect(await errorCodesOf(updateAssets(domain, { rows }))).toEqual([
      'NOT_ALLOWED rows.1.typeId',
    ])
    expect(await valuesOf(one.id)).toEqual({ [field.fieldId]: 'x' })
    const { errors } = await updateAssets(domain, { rows, onError: 'skip_failed' })
    expect(errors).toHaveLength(1)
    expect([await valuesOf(one.id), await valuesOf(other.id)]).toEqual([
      {},
      { [field.fieldId]: 'x' },
    ])
  })
})
