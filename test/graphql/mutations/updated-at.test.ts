import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { inputTypeOf, mutationNames, recordFieldOf, runMutation } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

const updates = mutationNames.filter(
  (name) => name.startsWith('update') && name !== 'updateCompany',
)

/** The fields of an update, one at a time, without those that are valid only together with others. */
const fields = updates.flatMap((name) =>
  Object.keys(inputTypeOf(name).getFields())
    .filter((field) => !['id', 'idempotencyKey', 'dryRun', 'expectedUpdatedAt'].includes(field))
    .filter((field) => !/^(scheduled|reassign|zoneIds$|customFieldValues$)/.test(field))
    .map((field) => [name, field] as const),
)

it.each(fields)('%s of only %s sets updatedAt', async (name, field) => {
  const company = await newCompany(db)
  const { id, ...input } = (await validInputs[name]?.(company)) as Record<string, unknown>
  expect(await isNewAfter(company, name, { ...(id ? { id } : {}), [field]: input[field] })).toBe(
    true,
  )
})

const transitions = ['startJob', 'pauseJob', 'completeJob', 'cancelJob', 'confirmJobSync']
const removals = mutationNames.filter((name) => /^(remove|restore)/.test(name))

it.each([...transitions, ...removals, 'decommissionAsset'])('%s sets updatedAt', async (name) => {
  const company = await newCompany(db)
  const input = (await validInputs[name]?.(company)) ?? {}
  expect(await isNewAfter(company, name, input)).toBe(true)
})

/** Whether the mutation sets `updatedAt` of its record to a later time than the database's before it. */
async function isNewAfter(
  { admin }: Awaited<ReturnType<typeof newCompany>>,
  name: string,
  input: object,
): Promise<boolean> {
  const record = recordFieldOf(name)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const before = Date.now()
  const payload = await runMutation(admin, name, input, `${record} { updatedAt }`)
  return new Date(payload[record].updatedAt).getTime() >= before
}
