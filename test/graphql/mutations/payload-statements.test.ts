import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { runMutation, mutationNames, recordFieldOf } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
/** A link to a calendar is not a node. */
const creations = mutationNames.filter(
  (name) => /^(create|record)/.test(name) && name !== 'createCalendarLink',
)

/** Creates records, and returns the payload's records and the statements that read them. */
async function create(name: string, selection: string) {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const input = (await validInputs[name]?.(company)) ?? {}
  const field = recordFieldOf(name)
  let payload: Record<string, unknown> = {}
  const texts = await statementsOf(db, async () => {
    payload = await runMutation(company.admin, name, input, `${field} { ${selection} }`)
  })
  const records = [payload[field]].flat() as Record<string, unknown>[]
  return { company, records, reads: texts.filter((text) => /\) page\b/.test(text)) }
}

it.each(creations)('%s returns generated keys without reading the records', async (name) => {
  const keys = /^createJobs?$/.test(name)
    ? '__typename id databaseId number'
    : '__typename id databaseId'
  const { company, records, reads } = await create(name, keys)
  expect(reads).toEqual([])

  const { data } = await graph(company.admin)(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${String(records[0]?.['__typename'])} { ${keys} } } }`,
    { ids: records.map((record) => record['id']) },
  )
  expect(data).toEqual({ nodes: records })
})

it.each(creations)('%s reads the records if other fields are selected', async (name) => {
  const { records, reads } = await create(name, 'id createdAt')
  expect(reads).toHaveLength(1)
  for (const record of records) {
    expect(record).toEqual({ id: expect.any(String), createdAt: expect.any(String) })
  }
})
