import { afterAll, expect, it } from 'vitest'
import { readModel } from '../../../src/db/generated/read-model.js'
import { testDatabaseOfOwner } from '../../support/database.js'
import { mutationNames, send } from './run-mutation.js'
import { newCompanyAndInput } from './valid-inputs.js'

const db = testDatabaseOfOwner()

const TABLES = Object.values(readModel).map(({ table }) => table)

const alter = async (change: string) => {
  for (const table of TABLES) await db.write({ text: `alter table ${table} ${change}` })
}

async function runAll() {
  const failed: string[] = []
  for (const name of mutationNames) {
    const { company, input } = await newCompanyAndInput(db, name)
    const { data, errors } = await send(company.admin, name, input)
    if (errors || data[name].userErrors.length > 0) failed.push(name)
  }
  return failed
}

afterAll(() => alter('drop column if exists added_later'))

// While a new version is rolled out, instances of the old one go on.
it('every mutation goes on after a migration has added a column to each table', async () => {
  const failedBefore = await runAll()
  await alter('add column added_later integer')
  expect(await runAll()).toEqual(failedBefore)
})
