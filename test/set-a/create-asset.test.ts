import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { customField, newAssetType, newCompany, newZone } from '../support/builders.js'
import { tableDigestsOf } from '../support/table-digests.js'
import { testDatabase } from '../support/database.js'
import { statementsOf } from '../support/statements.js'
import { callAs } from './rest.js'
import { assetBody } from './requests.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany({ full: true })
  call = callAs(company.technician)
})

const create = (changes: Record<string, unknown> = {}) =>
  call('POST', '/api/asset', { body: { ...assetBody(company), ...changes } })

it('returns the asset with its relations, also to a technician', async () => {
  const { status, body } = await create({ code: ' PUMP-1 ' })
  expect([status, body]).toEqual([201, body])
  expect(body).toMatchObject({
    code: 'PUMP-1',
    scanned_code: body.barcode.data,
    zone_id: company.zone.id,
    asset_type_id: company.assetType.id,
    risk_id: 3,
    is_defective: false,
    meta_data: { [company.field.fieldId]: 'Red' },
    company_id: company.companyId,
    company: { id: company.companyId },
    zone: { id: company.zone.id },
    risk: { id: 3, level: 'Medium', value: 3 },
    current_status: { statusable_id: body.id, statusable_type: 'App\\Models\\Asset' },
    type: {
      id: company.assetType.id,
      checklist: { id: company.checklist.id },
      custom_fields_object: [{ field_id: company.field.fieldId, is_required: false }],
    },
    barcode: { asset_id: body.id, company_id: company.companyId },
  })
  expect(JSON.parse(body.type.custom_fields as string)).toEqual(body.type.custom_fields_object)
})

it('accepts line breaks in values of custom fields, but in no other text, and no control characters', async () => {
  const { fieldId } = company.field
  const asset = await create({ meta_data: { [fieldId]: 'a\nb' } })
  expect(asset.body.meta_data).toEqual({ [fieldId]: 'a\nb' })
  for (const changes of [
    { code: 'a\nb' },
    { code: 'a\u001bb' },
    { meta_data: { [fieldId]: 'a\u001bb' } },
  ]) {
    const { status, body } = await create(changes)
    expect([status, Object.keys(body.errors as object)]).toEqual([
      400,
      [expect.stringContaining(Object.keys(changes)[0] ?? '')],
    ])
  }
})

it('generates a code if it is absent', async () => {
  for (const code of [undefined, null, '', ' ']) {
    const { body } = await create({ code })
    expect(body.code).toMatch(/^T\d+-\d{5}$/)
  }
})

it('accepts numbers, booleans and null as values', async () => {
  const field = (value: unknown) => create({ meta_data: { [company.field.fieldId]: value } })
  expect((await field(5)).body.meta_data).toEqual({ [company.field.fieldId]: '5' })
  expect((await field(true)).body.meta_data).toEqual({ [company.field.fieldId]: 'true' })
  expect((await field(null)).body.meta_data).toEqual({})
  expect((await create({ meta_data: undefined })).body.meta_data).toEqual({})
  expect((await create({ meta_data: null })).body.meta_data).toEqual({})
})

it('counts characters, not UTF-16 code units', async () => {
  const code = '💧'.repeat(64)
  expect((await create({ code })).body.code).toBe(code)
})

it('needs the same number of statements for any relations', async () => {
  await create()
  const texts = await statementsOf(company.db, () => create())
  // `begin` and `commit` are sent in one write with the insert.
  const others = texts.filter((text) => text !== 'begin' && text !== 'commit')
  expect(texts.length - others.length).toBe(2)
  expect(others.length).toBeLessThanOrEqual(4)
})

describe('validation', () => {
  const errorsOf = async (changes: Record<string, unknown>) => {
    const { db, companyId } = company
    const before = await tableDigestsOf(db, companyId)
    const { status, body } = await create(changes)
    expect([status, body]).toEqual([400, body])
    expect(await tableDigestsOf(db, companyId)).toEqual(before)
    return body.errors as Record<string, string[]>
  }

  it('reports all fields together', async () => {
    const { status, body } = await call('POST', '/api/asset', { body: {} })
    expect([status, body]).toEqual([
      400,
      {
        message: 'The zone id field is required. (and 1 more error)',
        errors: {
          zone_id: ['The zone id field is required.'],
          asset_type_id: ['The asset type id field is required.'],
        },
      },
    ])
  })

  it.each<[string, unknown, string]>([
    ['zone_id', 'x', 'The zone id field must be an integer.'],
    ['zone_id', 2147483647, 'The selected zone id is invalid.'],
    ['asset_type_id', {}, 'The asset type id field must be an integer.'],
    ['code', 5, 'The code field must be a string.'],
    ['code', 'x'.repeat(65), 'The code field must not be greater than 64 characters.'],
    ['code', 'a\0', 'The code field format is invalid.'],
    ['zone_id', 1e30, 'The selected zone id is invalid.'],
    ['code', '💧'.repeat(65), 'The code field must not be greater than 64 characters.'],
    ['meta_data', 'x', 'The meta data field must be an array.'],
    ['meta_data', ['x'], 'The meta data field must be an array.'],
  ])('%s: %j', async (name, value, message) => {
    expect(await errorsOf({ [name]: value })).toEqual({ [name]: [message] })
  })

  it('rejects a taken code, unless another company has it', async () => {
    await create({ code: 'TAKEN' })
    const taken = { code: ['The code has already been taken.'] }
    expect(await errorsOf({ code: 'TAKEN' })).toEqual(taken)
    const other = await newPopulatedCompany()
    const answer = await callAs(other.admin)('POST', '/api/asset', {
      body: { ...assetBody(other), code: 'TAKEN' },
    })
    expect(answer.status).toBe(201)
  })

  it('rejects unknown fields, and values that are not an option', async () => {
    const choice = customField({ options: ['Red', 'Blue'] })
    const { id } = await newAssetType(company, { customFields: [choice] })
    const unknown = newUuid()
    const given = { [choice.fieldId]: 'Green', [unknown]: 'x', colour: 'y' }
    expect(await errorsOf({ asset_type_id: id, meta_data: given })).toEqual({
      [`meta_data.${choice.fieldId}`]: [`The selected meta data.${choice.fieldId} is invalid.`],
      [`meta_data.${unknown}`]: [`The selected meta data.${unknown} is invalid.`],
      'meta_data.colour': ['The selected meta data.colour is invalid.'],
    })
  })

  it('rejects a number that loses precision', async () => {
    expect(await errorsOf({ meta_data: { [company.field.fieldId]: 2 ** 53 } })).toEqual({
      [`meta_data.${company.field.fieldId}`]: [
        `The meta data.${company.field.fieldId} field must be a string.`,
      ],
    })
  })

  it('rejects a nested value', async () => {
    expect(await errorsOf({ meta_data: { [company.field.fieldId]: { a: 1 } } })).toEqual({
      [`meta_data.${company.field.fieldId}`]: [
        `The meta data.${company.field.fieldId} field must be a string.`,
      ],
    })
  })

  it('rejects an asset without required values, and names each missing field', async () => {
    const agent = customField({ label: 'Agent', isRequired: true })
    const capacity = customField({ label: 'Capacity', isRequired: true })
    const { id } = await newAssetType(company, { customFields: [agent, capacity] })
    expect(await errorsOf({ asset_type_id: id, meta_data: {} })).toEqual({
      meta_data: ['The field Agent is required.', 'The field Capacity is required.'],
    })
    expect(await errorsOf({ asset_type_id: id, meta_data: { [agent.fieldId]: ' ' } })).toEqual({
      [`meta_data.${agent.fieldId}`]: ['The field Agent is required.'],
      meta_data: ['The field Capacity is required.'],
    })
  })

  it('rejects other companies’ and removed references, and reports them together', async () => {
    const foreign = await newZone(await newCompany(testDatabase()))
    const removed = await newAssetType(company, { deletedAt: new Date() })
    expect(
      await errorsOf({ zone_id: foreign.id, asset_type_id: removed.id, meta_data: null }),
    ).toEqual({
      zone_id: ['The selected zone id is invalid.'],
      asset_type_id: ['The selected asset type id is invalid.'],
    })
  })
})
