import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { runMutation, mutationNames, recordFieldOf } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const creations = mutationNames.filter((name) => /^(create|record)/.test(name))

/** Creates a record, and returns the payload's record and the statements that read it. */
async function create(name: string, selection: string) {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const input = (await validInputs[name]?.(company)) ?? {}
  const field = recordFieldOf(name)
  let payload: Record<string, Record<string, unknown>> = {}
  const texts = await statementsOf(db, async () => {
    payload = await runMutation(company.admin, name, input, `${field} { ${selection} }`)
  })
  return { company, record: payload[field], reads: texts.filter((text) => /\) page\b/.test(text)) }
}

it.each(creations)('%s returns generated keys without reading the record', async (name) => {
  const keys = name === 'createJob' ? '__typename id databaseId number' : '__typename id databaseId'
  const { company, record, reads } = await create(name, keys)
  expect(reads).toEqual([])

  const { data } = await graph(company.admin)(
    `query ($id: ID!) { node(id: $id) { ... on ${String(record?.['__typename'])} { ${keys} } } }`,
    { id: record?.['id'] },
  )
  expect(data).toEqual({ node: record })
})

it.each(creations)('%s reads the record if other fields are selected', async (name) => {
  const { record, reads } = await create(name, 'id createdAt')
  expect(reads).toHaveLength(1)
  expect(record).toEqual({ id: expect.any(String), createdAt: expect.any(String) })
})
