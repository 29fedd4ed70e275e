import { expect, it } from 'vitest'
import { entriesOf } from '../../audit/entries.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { mutationNames, recordFieldOf, runMutation } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

const updates = mutationNames.filter((name) => name.startsWith('update'))

/** A password is stored with a new salt each time. */
const WITHOUT_PASSWORD = ({ password: _, ...input }: { password?: unknown }) => input

it.each(updates)('%s with the values that the record has changes nothing', async (name) => {
  const company = await newCompany(db)
  const input = WITHOUT_PASSWORD((await validInputs[name]?.(company)) ?? {})
  const record = recordFieldOf(name)
  const selection = `${record} { id updatedAt }`
  const first = await runMutation(company.admin, name, input, selection)
  const entries = await entriesOf(company)
  // A change now would get a later `updatedAt`, which has milliseconds.
  const now = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now)
  const again = await runMutation(company.admin, name, input, selection)
  expect(again).toEqual(first)
  expect(await entriesOf(company)).toEqual(entries)
})
