import { describe, expect, it } from 'vitest'
import { updateAsset } from '../../../src/domain/asset/update-asset.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { customField, newAsset, newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { statementsOf } from '../../support/statements.js'
import { untilBlocked } from '../../support/until-blocked.js'

const db = testDatabase()
type F = ReturnType<typeof customField>
const read = (id: number) => db.prisma.asset.findFirstOrThrow({ where: { id } })

describe('updateAsset', () => {
  it('keeps fields that are absent', async () => {
    const company = await newCompany(db)
    const field = customField()
    const { id: typeId } = await newAssetType(company, { customFields: [field] })
    const before = await newAsset(company, {
      typeId,
      riskId: 2,
      metaData: { [field.fieldId]: 'steel' },
      defective: true,
    })
    const { id: zoneId } = await newZone(company)
    await updateAsset(company.technician, { id: before.uuid, zoneId })
    expect(await read(before.id)).toEqual({
      ...before,
      zoneId,
      updatedAt: expect.any(Date) as Date,
    })
  })

  it('sets the given values, clears those that are null, and keeps the others', async () => {
    const company = await newCompany(db)
    const fields = [customField(), customField(), customField()]
    const [a, b, c] = fields.map(({ fieldId }) => fieldId) as [string, string, string]
    const { id: typeId } = await newAssetType(company, { customFields: fields })
    const { id } = await newAsset(company, { typeId, metaData: { [a]: '1', [b]: '2' } })
    const customFieldValues = [
      { fieldId: b, value: null },
      { fieldId: c, value: '3' },
    ]
    await updateAsset(company.admin, { id, customFieldValues })
    expect((await read(id)).metaData).toEqual({ [a]: '1', [c]: '3' })
    await updateAsset(company.admin, { id, customFieldValues: null })
    expect((await read(id)).metaData).toEqual({})
  })

  it('requires no new value if the given type is the current one', async () => {
    const company = await newCompany(db)
    const { id: typeId } = await newAssetType(company)
    const { id } = await newAsset(company, { typeId })
    const customFields = [customField({ isRequired: true })]
    await db.prisma.assetType.updateMany({ where: { id: typeId }, data: { customFields } })
    await updateAsset(company.admin, { id, typeId, riskLevel: 'high' })
    expect((await read(id)).riskId).toBe(2)
  })

  it('uses the type’s risk if its own is null', async () => {
    const company = await newCompany(db)
    const { id: typeId } = await newAssetType(company, { riskId: 4 })
    const { id } = await newAsset(company, { typeId, riskId: 1 })
    await updateAsset(company.admin, { id, riskLevel: null })
    expect((await read(id)).riskId).toBe(4)
  })

  it('accepts its own code, and rejects another asset’s and null', async () => {
    const company = await newCompany(db)
    const [asset, other] = [await newAsset(company), await newAsset(company)]
    const { id } = asset
    await updateAsset(company.admin, { id, code: ` ${asset.code} ` })
    expect(await errorCodesOf(updateAsset(company.admin, { id, code: other.code }))).toEqual([
      'TAKEN code',
    ])
    const cleared = { id, code: null, zoneId: null, typeId: null }
    expect((await errorCodesOf(updateAsset(company.admin, cleared))).sort()).toEqual([
      'REQUIRED code',
      'REQUIRED typeId',
      'REQUIRED zoneId',
    ])
  })

  it('does not mix the fields of concurrent updates', async () => {
    const company = await newCompany(db)
    const fields = [customField(), customField()]
    const { id: typeId } = await newAssetType(company, { customFields: fields })
    const { id } = await newAsset(company, { typeId })
    await Promise.all(
      fields.map(({ fieldId }, index) =>
        updateAsset(company.admin, {
          id,
          customFieldValues: [{ fieldId: fieldId, value: `${index}` }],
        }),
      ),
    )
    expect((await read(id)).metaData).toEqual({
      [fields[0]!.fieldId]: '0',
      [fields[1]!.fieldId]: '1',
    })
  })

  it('gives a code to one of two concurrent updates', async () => {
    const company = await newCompany(db)
    const assets = [await newAsset(company), await newAsset(company)]
    const asked = assets.map(({ id }) => updateAsset(company.admin, { id, code: 'A-1' }))
    const answers = await Promise.allSettled(asked)
    const loser = answers.findIndex(({ status }) => status === 'rejected')
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await errorCodesOf(asked[loser]!)).toEqual(['TAKEN code'])
  })

  it('loses none of many concurrent updates of different fields', async () => {
    const company = await newCompany(db)
    const fields = Array.from({ length: 20 }, () => customField())
    const { id: typeId } = await newAssetType(company, { customFields: fields })
    for (let round = 0; round < 3; round += 1) {
      const { id } = await newAsset(company, { typeId })
      const { id: zoneId } = await newZone(company)
      const values = fields.map(({ fieldId }) => [fieldId, `${round}`] as const)
      const changes = [
        ...values.map(([fieldId, value]) => ({ customFieldValues: [{ fieldId: fieldId, value }] })),
        { zoneId },
        { code: `C-${round}` },
        { riskLevel: 'high' },
      ]
      await Promise.all(changes.map((change) => updateAsset(company.admin, { id, ...change })))
      expect(await read(id)).toMatchObject({
        zoneId,
        code: `C-${round}`,
        riskId: 2,
        metaData: Object.fromEntries(values),
      })
    }
  })

  it('gives a code to one of many assets that are updated concurrently', async () => {
    const company = await newCompany(db)
    const assets = [await newAsset(company), await newAsset(company), await newAsset(company)]
    const asked = Array.from({ length: 30 }, (_, at) =>
      updateAsset(company.admin, {
        id: assets[at % 3]!.id,
        customFieldValues: [],
        ...(at > 20 && { code: 'A-1' }),
      }),
    )
    const answers = await Promise.allSettled(asked)
    const refused = asked.filter((_, at) => answers[at]?.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const answer of refused) expect(await errorCodesOf(answer)).toEqual(['TAKEN code'])
  })

  it('validates again if its type changes during the update', async () => {
    const company = await newCompany(db)
    const [before, after, last] = [1, 2, 3].map(() => customField({ label: 'F' })) as [F, F, F]
    const { id: typeId } = await newAssetType(company, { customFields: [after] })
    const { id: oldTypeId } = await newAssetType(company, { customFields: [before] })
    const metaData = { [before.fieldId]: 'kept' }
    const { id } = await newAsset(company, { typeId: oldTypeId, metaData })
    const type = { id: typeId, companyId: company.companyId }
    const customFields = [last]
    let updated: Promise<unknown> | undefined
    await db.prisma.$transaction(async (tx) => {
      await tx.assetType.updateMany({ where: type, data: { customFields } })
      updated = updateAsset(company.admin, { id, typeId })
      updated.catch(() => {})
      await untilBlocked(async ({ text }) => ({ rows: await tx.$queryRawUnsafe(text) }))
    })
    await updated
    expect((await read(id)).metaData).toEqual({ [last.fieldId]: 'kept' })
  })

  it('never sets a removed zone or type, even concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = await newCompany(db)
      const { id } = await newAsset(company)
      const [model, change] =
        round % 2
          ? (['Zone', { zoneId: (await newZone(company)).id }] as const)
          : (['AssetType', { typeId: (await newAssetType(company)).id }] as const)
      const [removedId] = Object.values(change) as [number]
      const answers = await Promise.allSettled([
        updateAsset(company.admin, { id, ...change }),
        removeRecord(company.admin, model, { id: removedId }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('never changes an asset after its removal', async () => {
    for (let round = 0; round < 10; round += 1) {
      const company = await newCompany(db)
      const { id, code } = await newAsset(company)
      const updated = updateAsset(company.admin, { id, code: 'A-1' })
      const [answer] = await Promise.allSettled([
        updated,
        removeRecord(company.admin, 'Asset', { id }),
      ])
      const isRefused = answer.status === 'rejected'
      if (isRefused) expect(await errorCodesOf(updated)).toEqual(['REMOVED'])
      expect((await read(id)).code).toBe(isRefused ? code : 'A-1')
    }
  })

  it('needs two statements for any change', async () => {
    const company = await newCompany(db)
    const field = customField()
    const { id: typeId } = await newAssetType(company, { customFields: [field] })
    const { id: zoneId } = await newZone(company)
    const { id } = await newAsset(company)
    const customFieldValues = [{ fieldId: field.fieldId, value: '1' }]
    for (const change of [
      {},
      { zoneId },
      { zoneId, typeId, code: 'A-1', riskLevel: null, customFieldValues },
    ]) {
      const texts = await statementsOf(db, () => updateAsset(company.admin, { id, ...change }))
      expect(texts).toHaveLength(2)
    }
  })
})
