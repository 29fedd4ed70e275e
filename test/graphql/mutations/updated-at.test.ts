import { getNamedType, type GraphQLInputObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { commonFields } from './common-fields.js'
import { inputTypeOf, mutationNames, recordFieldOf, runMutation } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

const updates = mutationNames.filter(
  (name) => name.startsWith('update') && name !== 'updateCompany',
)
const isBulk = (name: string) => 'rows' in inputTypeOf(name).getFields()
const changesOf = (name: string) => {
  const { rows } = inputTypeOf(name).getFields()
  return rows ? (getNamedType(rows.type) as GraphQLInputObjectType) : inputTypeOf(name)
}

/** The fields of an update, one at a time, without those that are valid only together with others. */
const fields = updates.flatMap((name) =>
  Object.keys(changesOf(name).getFields())
    .filter(
      (field) =>
        !['id', 'idempotencyKey', 'dryRun', 'expectedUpdatedAt', 'onConflict'].includes(field),
    )
    .filter(
      (field) => !/^(scheduled|reassign|discardValues$|zoneIds$|customFieldValues$)/.test(field),
    )
    .map((field) => [name, field] as const),
)

/** New values of fields whose valid value is the one that a new record has. */
const others: Readonly<Record<string, unknown>> = {
  'updateAssetType inspectionIntervalDays': 365,
  'updateFinding severity': 'LOW',
  'updateJobType active': false,
  'updateUser active': false,
  'updateUser role': 'ADMIN',
}

it.each(fields)('%s of only %s sets updatedAt', async (name, field) => {
  const company = await newCompany(db)
  const valid = (await validInputs[name]?.(company)) as Record<string, unknown>
  const { id, ...input } = isBulk(name) ? (valid['rows'] as Record<string, unknown>[])[0]! : valid
  const common: Record<string, unknown> = /document/i.test(field)
    ? await commonFields(company, name, valid)
    : {}
  const value = others[`${name} ${field}`] ?? input[field] ?? common[field]
  const change = { ...(id ? { id } : {}), [field]: value }
  const given = isBulk(name) ? { rows: [change] } : change
  expect(await isNewAfter(company, name, given)).toBe(true)
})

const transitions = [
  'startJob',
  'pauseJob',
  'completeJob',
  'cancelJob',
  'confirmJobSync',
  'attachToJob',
  'attachToSite',
]
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
  const [changed] = [payload[record]].flat() as { updatedAt: string }[]
  return new Date(changed?.updatedAt ?? 0).getTime() >= before
}
