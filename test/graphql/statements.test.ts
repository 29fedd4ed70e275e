import { describe, expect, it } from 'vitest'
import { print } from 'graphql'
import {
  newAsset,
  newCompany,
  newJob,
  newSite,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { allowMoreCost, post, resolved, startService, tokenOf } from '../support/graphql.js'
import { statementsOf } from '../support/statements.js'
import { DASHBOARD } from './dashboard.js'
import { SiteTreeDocument } from './generated/graphql.js'

allowMoreCost()

/** The number of statements that the resolvers send. */
const counted = async (company: TestCompany, query: string, variables = {}) => {
  const run = () => resolved(company.admin, query, variables)
  return (await statementsOf(company.db, run)).length
}

const growSites = async (company: TestCompany, count: number) => {
  const { clientId } = await newSite(company)
  for (let made = 1; made < count; made += 1) {
    const site = await newSite(company, { clientId })
    const zone = await newZone(company, { siteId: site.id })
    await newAsset(company, {
      zoneId: zone.id,
      typeId: (assetType ??= await typeOf(company, zone.id)),
    })
  }
}
let assetType: number | undefined
const typeOf = async (company: TestCompany, zoneId: number) => {
  const { typeId } = await newAsset(company, { zoneId })
  return typeId
}

describe('the number of statements of a query', () => {
  it('is one for each to-many relation, for 1 site and for 100', async () => {
    const company = await newCompany(testDatabase())
    const tree = print(SiteTreeDocument)
    const variables = { sites: 100, zones: 5, assets: 10 }
    await growSites(company, 2)
    expect(await counted(company, tree, variables)).toBe(3)
    await growSites(company, 98)
    expect(await counted(company, tree, variables)).toBe(3)
  })

  it('grows by one for each total', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const query = '{ sites { totalCount nodes { zones { totalCount nodes { name } } } } }'
    expect(await counted(company, query)).toBe(4)
    expect(await counted(company, '{ sites { totalCount } }')).toBe(1)
  })

  it('does not grow with nested to-one relations', async () => {
    const company = await newCompany(testDatabase())
    await newJob(company)
    const query = `{ jobs { nodes {
      type { name } technician { fullName profile { mobile } } createdBy { role }
      site { name client { legalName createdBy { email } } manager { fullName } risk { level } }
    } } }`
    expect(await counted(company, query)).toBe(1)
  })

  it('includes to-many relations of records in a list', async () => {
    const company = await newCompany(testDatabase())
    await newAsset(company)
    const query = `{ assets { nodes { zone { site { zones { nodes { name } } jobs { nodes { number } } } } } } }`
    expect(await counted(company, query)).toBe(3)
  })

  it('is one for each alias with different arguments', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const query = `{ sites { nodes { a: zones(first: 1) { nodes { name } } b: zones(first: 2) { nodes { name } } } } }`
    expect(await counted(company, query)).toBe(3)
  })

  it('does not count fields that @include excludes', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const query = `query ($with: Boolean!) { sites { totalCount @include(if: $with) nodes { name zones @include(if: $with) { nodes { name } } } } }`
    expect(await counted(company, query, { with: false })).toBe(1)
    expect(await counted(company, query, { with: true })).toBe(3)
  })

  it('is one for a record, and one for each of its to-many relations', async () => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company)
    const query = `query ($id: ID!) { site(id: $id) { name client { legalName } zones { nodes { name } } } }`
    expect(await counted(company, query, { id: site.uuid })).toBe(2)
  })
})

describe('the number of statements of a query that SQL answers', () => {
  let address: Promise<string> | undefined
  const byHttp = async (company: TestCompany, query: string, variables = {}) => {
    address ??= startService({ SQL_ANSWERS: 'on', KEPT_ANSWERS_MB: '0' })
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    const counts: number[] = []
    for (let time = 0; time < 3; time += 1) {
      const work = () => post(query, variables, { authorization }, address)
      counts.push((await statementsOf(company.db, work)).length)
    }
    return counts
  }
  const counts = (terms: number) =>
    `{ ${Array.from({ length: terms }, (_, at) => `c${at}: sites(filter: { search: "${at}" }) { totalCount }`).join(' ')} }`

  it.each([
    ['sites, zones and assets', print(SiteTreeDocument), { sites: 100, zones: 5, assets: 10 }, 3],
    ['totals', '{ sites { totalCount } jobs(first: 1) { totalCount nodes { number } } }', {}, 3],
    ['the viewer', '{ viewer { role user { fullName } company { stats { assets } } } }', {}, 2],
    [
      'cursors',
      '{ sites { edges { cursor node { name } } pageInfo { endCursor hasNextPage } } }',
      {},
      1,
    ],
    ['several aliases', '{ a: sites { nodes { id } } b: sites { nodes { name } } }', {}, 2],
    ['lists of values', '{ assets { nodes { customFieldValues { label } } } }', {}, 1],
    ['a record of any type', '{ node(id: "0") { id } }', {}, 1],
    ['several counts', counts(16), {}, 16],
    ['statistics', DASHBOARD, {}, 5],
    [
      'statistics under records',
      '{ sites { nodes { jobStatistics(groupBy: [STATUS]) { nodes { status count } } } } }',
      {},
      2,
    ],
  ])('is one: %s', async (_, query, variables, loaders) => {
    const company = await newCompany(testDatabase())
    await newAsset(company)
    expect(await counted(company, query, variables)).toBe(loaders)
    const [first, second, third] = await byHttp(company, query, variables)
    expect([first, second]).toEqual([1, 1])
    // If the second took long, it is sent in parts: one for each root field or count.
    expect(third).toBeLessThanOrEqual(loaders)
  })

  it.each([
    ['nothing that is stored', '{ __typename viewer { role __typename } }'],
    ['pages of nothing', '{ sites { __typename } }'],
    ['the schema', '{ __type(name: "Site") { name } sites { totalCount } }'],
    ['more lists and counts than one statement may have', counts(17)],
  ])('is that of the resolvers with %s', async (_, query) => {
    const company = await newCompany(testDatabase())
    const loaders = await counted(company, query)
    expect(await byHttp(company, query)).toEqual([loaders, loaders, loaders])
  })
})
