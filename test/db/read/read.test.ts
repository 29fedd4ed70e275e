import { expect, it } from 'vitest'
import { readPage } from '../../../src/db/read/read.js'
import { compileSelection } from '../../../src/db/read/compiled-selection.js'
import { newCompany, newSite, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()
const shape = compileSelection('Site', { name: 'name' })

const readSites = async ({ companyId }: TestCompany) => {
  const page = { where: [], order: [], limit: 10 }
  const rows = await readPage({ db, companyId }, shape, page)
  return rows.map(({ record }) => record)
}

it('includes rows that were written before the call, also while another read runs', async () => {
  const company = await newCompany(db)
  const meanwhile: Promise<unknown>[] = []
  for (let written = 1; written <= 5; written += 1) {
    meanwhile.push(readSites(company), readSites(company))
    await newSite(company)
    meanwhile.push(readSites(company))
    expect(await readSites(company)).toHaveLength(written)
  }
  await Promise.all(meanwhile)
})
