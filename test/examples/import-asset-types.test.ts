import { expect, test } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()

test('import assetTypes finds a type by its short code in lower case', async () => {
  const company = await newCompany(db)
  const { file, run, write } = await scriptsThroughProxy(company)
  await write('name,shortCode', 'Fire door,fd')
  const first = await run('import', 'assetTypes', file)
  expect([first.status, first.stdout]).toEqual([0, expect.stringContaining('1 created.')])
  await write('name,shortCode', 'Fire door of steel,fd')
  const second = await run('import', 'assetTypes', file)
  expect([second.status, second.stdout]).toEqual([0, expect.stringContaining('1 updated.')])
  const types = await db.prisma.assetType.findMany({ where: { companyId: company.companyId } })
  expect(types).toMatchObject([{ name: 'Fire door of steel', shortCode: 'FD' }])
})
