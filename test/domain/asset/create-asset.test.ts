import { describe, expect, it } from 'vitest'
import { createAsset } from '../../../src/domain/asset/create-asset.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import {
  customField,
  newAsset,
  newAssetType,
  newCompany,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { untilBlocked } from '../../support/until-blocked.js'

const db = testDatabase()
const read = (id: number) =>
  db.prisma.asset.findFirstOrThrow({ where: { id }, include: { barcode: true } })

async function newInput(company: TestCompany, type: Parameters<typeof newAssetType>[1] = {}) {
  const [zone, { id: typeId }] = [await newZone(company), await newAssetType(company, type)]
  return { zoneId: zone.id, typeId }
}

const codesOf = async ({ companyId }: TestCompany) => {
  const assets = await db.prisma.asset.findMany({
    where: { companyId },
    include: { barcode: true },
  })
  return {
    codes: assets.map(({ code }) => code).sort(),
    barcodes: assets.map(({ barcode }) => barcode?.data).sort(),
  }
}

describe('createAsset', () => {
  it('stores the input', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const field = customField()
    const input = await newInput(company, { customFields: [field], riskId: 4 })
    const { id } = await createAsset(company.technician, {
      ...input,
      code: ' a-1 ',
      barcode: ' X9 ',
      riskLevel: 'critical',
      customFieldValues: [{ fieldId: field.fieldId.toUpperCase(), value: ' steel ' }],
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      ...input,
      code: 'a-1',
      riskId: 1,
      defective: false,
      metaData: { [field.fieldId]: 'steel' },
      userId: company.technician.viewer.userId,
      barcode: { companyId: company.companyId, data: 'X9', prefix: null, batch: 0 },
    })
  })

  it('generates code, barcode and risk if they are absent', async () => {
    const company = await newCompany(db)
    const input = await newInput(company, { shortCode: 'FD', riskId: 3 })
    const { id } = await createAsset(company.admin, input)
    expect(await read(id)).toMatchObject({
      code: 'FD-00001',
      riskId: 3,
      barcode: { data: 'BC00000001', prefix: 'BC' },
    })
  })

  it('generates a hundred different codes and barcodes concurrently', async () => {
    const company = await newCompany(db)
    const input = await newInput(company, { shortCode: 'FD' })
    await Promise.all(Array.from({ length: 100 }, () => createAsset(company.admin, input)))
    const numbers = Array.from({ length: 100 }, (_, index) => String(index + 1))
    expect(await codesOf(company)).toEqual({
      codes: numbers.map((number) => `FD-${number.padStart(5, '0')}`),
      barcodes: numbers.map((number) => `BC${number.padStart(8, '0')}`),
    })
  })

  it('skips codes and barcodes that are in use', async () => {
    const company = await newCompany(db)
    const input = await newInput(company, { shortCode: 'FD' })
    for (const n of [1, 2, 3, 4, 5]) {
      await newAsset(company, { ...input, code: `FD-0000${n}`, barcode: `BC0000000${n}` })
    }
    const made = [await createAsset(company.admin, input), await createAsset(company.admin, input)]
    const assets = await Promise.all(made.map(({ id }) => read(id)))
    expect(assets.map(({ code }) => code)).toEqual(['FD-00008', 'FD-00009'])
    expect(assets.map(({ barcode }) => barcode?.data)).toEqual(['BC00000008', 'BC00000009'])
  })

  it('gives a code or a barcode to one of many concurrent calls', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const input = await newInput(company)
    for (const given of [{ code: 'A-1' }, { barcode: 'X9' }]) {
      const asked = Array.from({ length: 10 }, () =>
        createAsset(company.admin, { ...input, ...given }),
      )
      const answers = await Promise.allSettled(asked)
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const [index, { status }] of answers.entries()) {
        if (status === 'rejected') {
          expect(await errorCodesOf(asked[index]!)).toEqual([`TAKEN ${Object.keys(given)[0]}`])
        }
      }
    }
  })

  it('compares codes case-sensitively, and keeps those of removed assets taken', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    await newAsset(company, { ...input, code: 'A-1', deletedAt: new Date() })
    await createAsset(company.admin, { ...input, code: 'a-1' })
    expect(await errorCodesOf(createAsset(company.admin, { ...input, code: 'A-1' }))).toEqual([
      'TAKEN code',
    ])
  })

  it('accepts external barcodes only if the company allows them', async () => {
    const closed = await newCompany(db)
    const closedInput = { ...(await newInput(closed)), barcode: 'X9' }
    expect(await errorCodesOf(createAsset(closed.admin, closedInput))).toEqual([
      'NOT_ALLOWED barcode',
    ])

    const open = await newCompany(db, { allowExternalBarcodes: true, barcodeFormat: '[A-Z]\\d|Q' })
    const input = await newInput(open)
    for (const barcode of ['XX9', 'X99', 'x9', 'QQ']) {
      expect(await errorCodesOf(createAsset(open.admin, { ...input, barcode }))).toEqual([
        'INVALID barcode',
      ])
    }
    await createAsset(open.admin, { ...input, barcode: 'X9' })
    expect(await errorCodesOf(createAsset(open.admin, { ...input, barcode: 'X9' }))).toEqual([
      'TAKEN barcode',
    ])
  })

  it('reports all validation errors together, and writes nothing', async () => {
    const company = await newCompany(db)
    const taken = await newAsset(company)
    const field = customField({ isRequired: true })
    const { zoneId, typeId } = await newInput(company, { customFields: [field] })
    const before = await tableDigestsOf(db, company.companyId)
    const unknown = { zoneId: 0, typeId: 0, code: taken.code, riskLevel: '?', barcode: 'X9' }
    expect((await errorCodesOf(createAsset(company.admin, unknown))).sort()).toEqual([
      'INVALID riskLevel',
      'NOT_ALLOWED barcode',
      'NOT_FOUND typeId',
      'NOT_FOUND zoneId',
      'TAKEN code',
    ])
    const customFieldValues = [{ fieldId: customField().fieldId, value: '1' }]
    const known = { zoneId, typeId, code: 'x'.repeat(65), customFieldValues }
    expect((await errorCodesOf(createAsset(company.admin, known))).sort()).toEqual([
      'NOT_FOUND customFieldValues.0.fieldId',
      'REQUIRED customFieldValues',
      'TOO_LONG code',
    ])
    expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  })

  it('validates again if its type changes while it waits', async () => {
    const company = await newCompany(db)
    const field = customField()
    const input = await newInput(company, { customFields: [field] })
    const customFieldValues = [{ fieldId: field.fieldId, value: '007' }]
    const type = { id: input.typeId, companyId: company.companyId }
    let created: Promise<{ id: number }> | undefined
    await db.prisma.$transaction(async (tx) => {
      await tx.assetType.updateMany({
        where: type,
        data: { customFields: [{ ...field, kind: 'NUMBER' }] },
      })
      created = createAsset(company.admin, { ...input, customFieldValues })
      created.catch(() => {})
      await untilBlocked(async ({ text }) => ({ rows: await tx.$queryRawUnsafe(text) }))
    })
    expect((await read((await created)!.id)).metaData).toEqual({ [field.fieldId]: '7' })
  })

  it('never creates an asset with a removed zone or type, even concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = await newCompany(db)
      const input = await newInput(company)
      const [model, id] =
        round % 2 ? (['Zone', input.zoneId] as const) : (['AssetType', input.typeId] as const)
      const answers = await Promise.allSettled([
        createAsset(company.admin, input),
        removeRecord(company.admin, model, { id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
