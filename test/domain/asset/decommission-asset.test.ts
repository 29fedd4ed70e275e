import { expect, it } from 'vitest'
import { decommissionAsset } from '../../../src/domain/asset/decommission-asset.js'
import { at, newAsset, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()

it('decommissionAsset sets the time once, and rejects a second call', async () => {
  const company = await newCompany(db)
  const { id } = await newAsset(company, { defective: true })
  await decommissionAsset(at(company.admin, '2026-03-02T12:00:00Z'), { id })
  const asset = await db.prisma.asset.findFirstOrThrow({ where: { id } })
  expect(asset).toMatchObject({
    decommissionedAt: new Date('2026-03-02T12:00:00Z'),
    defective: true,
    deletedAt: null,
  })
  expect(await errorCodesOf(decommissionAsset(company.admin, { id }))).toEqual(['WRONG_STATE id'])
  expect(await db.prisma.asset.findFirstOrThrow({ where: { id } })).toEqual(asset)
})
