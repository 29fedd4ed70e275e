import { expect, it } from 'vitest'
import { readPage } from '../../src/db/read/read.js'
import { compileSelection } from '../../src/db/read/compiled-selection.js'
import { newCompany, newSite, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { sentBy } from '../support/statements.js'

const db = testDatabase()
const shape = compileSelection('Site', { name: 'name' })

const readSites = async ({ companyId }: TestCompany) => {
  const page = { where: [], order: [], limit: 10 }
  const rows = await readPage({ db, companyId }, shape, page)
  return rows.map(({ record }) => record)
}

it('coalesces equal reads, and returns separate objects to each caller', async () => {
  const company = await newCompany(db)
  await newSite(company, { name: 'Harbour' })
  const pages: unknown[][] = []
  const read = async () => {
    pages.push(...(await Promise.all([1, 2, 3, 4].map(() => readSites(company)))))
  }
  expect(await sentBy(db.pool, read)).toHaveLength(2)
  expect(pages).toEqual(Array(4).fill([{ name: 'Harbour' }]))
  expect(new Set(pages.flat()).size).toBe(4)
})

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

it('does not coalesce reads of different companies', async () => {
  const [one, other] = [await newCompany(db), await newCompany(db)]
  await newSite(one, { name: 'Harbour' })
  await newSite(other, { name: 'Quarry' })
  expect(await Promise.all([one, other, one, other].map(readSites))).toEqual([
    [{ name: 'Harbour' }],
    [{ name: 'Quarry' }],
    [{ name: 'Harbour' }],
    [{ name: 'Quarry' }],
  ])
})
