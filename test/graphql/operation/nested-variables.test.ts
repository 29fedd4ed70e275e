import { expect, it } from 'vitest'
import { newClient, newCompany, newSite } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'

const db = testDatabase()

/* Variables inside of arguments: the resolvers and SQL must give the same answers. */

const byName = `query ($text: String, $more: String, $first: Int! = 3, $way: OrderDirection) {
  clients(first: 1) { nodes { sites(first: $first, filter: { or: [{ search: $text }, { search: $more }] }
    orderBy: [{ field: NAME, direction: $way }]) { ...Names } } }
}
fragment Names on SiteConnection { nodes { name zones(filter: { search: $text }) { nodes { id } } } }`

it.each([
  [{ text: 'north', more: 'south' }, ['North', 'South']],
  [{ text: 'north', more: 'south', way: 'DESC' }, ['South', 'North']],
  [{ text: 'south', more: 'south', first: 1 }, ['South']],
  [{}, ['East', 'North', 'South']],
])('accepts %j in a filter, a list and a fragment', async (variables, expected) => {
  const company = await newCompany(db)
  const client = await newClient(company)
  for (const name of ['South', 'North', 'East']) {
    await newSite(company, { clientId: client.id, name })
  }
  const { data, errors } = await graph(company.admin)(byName, variables)
  expect(errors).toBeUndefined()
  const [{ sites }] = data.clients.nodes
  expect(sites.nodes.map(({ name }: { name: string }) => name)).toEqual(expected)
})

it('accepts a nested filter', async () => {
  const company = await newCompany(db)
  await newSite(company, { name: 'North' })
  const filter = { and: [{ or: [{ not: { search: 'south' } }] }] }
  const document = 'query ($filter: SiteFilter) { sites(filter: $filter) { nodes { name } } }'
  const { data } = await graph(company.admin)(document, { filter })
  expect(data.sites.nodes).toEqual([{ name: 'North' }])
})

it('does not confuse a client’s variables with its own', async () => {
  const company = await newCompany(db)
  await newSite(company, { name: 'North' })
  const document = `query ($lifted: String, $lifted0: Boolean!) {
    sites(filter: { search: $lifted }) { totalCount @include(if: $lifted0) }
  }`
  const { data } = await graph(company.admin)(document, { lifted: 'north', lifted0: true })
  expect(data.sites).toEqual({ totalCount: 1 })
})
