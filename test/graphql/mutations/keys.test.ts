import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { carryOut, mutationNames, recordFieldOf } from './mutate.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const creations = mutationNames.filter((name) => /^(create|record)/.test(name))

/** A creation, the answer's record, and how many statements read a record back. */
async function create(name: string, selection: string) {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const input = (await validInputs[name]?.(company)) ?? {}
  const field = recordFieldOf(name)
  let payload: Record<string, Record<string, unknown>> = {}
  const texts = await statementsOf(db, async () => {
    payload = await carryOut(company.admin, name, input, `${field} { ${selection} }`)
  })
  return { company, record: payload[field], reads: texts.filter((text) => /\) page\b/.test(text)) }
}

it.each(creations)('%s answers the keys that it gave without reading them back', async (name) => {
  const keys = name === 'createJob' ? '__typename id databaseId number' : '__typename id databaseId'
  const { company, record, reads } = await create(name, keys)
  expect(reads).toEqual([])

  const { data } = await graph(company.admin)(
    `query ($id: ID!) { node(id: $id) { ... on ${String(record?.['__typename'])} { ${keys} } } }`,
    { id: record?.['id'] },
  )
  expect(data).toEqual({ node: record })
})

it.each(creations)('%s reads back what else is asked', async (name) => {
  const { record, reads } = await create(name, 'id createdAt')
  expect(reads).toHaveLength(1)
  expect(record).toEqual({ id: expect.any(String), createdAt: expect.any(String) })
})
