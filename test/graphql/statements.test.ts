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
import { post, tokenOf } from '../support/graphql.js'
import { statementsOf } from '../support/statements.js'
import { SiteTreeDocument } from './generated/graphql.js'

const counted = async (company: TestCompany, query: string, variables = {}) => {
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  const statements = await statementsOf(company.db, async () => {
    const answer = await post(query, variables, { authorization })
    expect(answer.errors).toBeUndefined()
  })
  return statements.length
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
  it('is one for each relation to many, for 1 site and for 100', async () => {
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

  it('does not grow with relations to one record, however far they lead', async () => {
    const company = await newCompany(testDatabase())
    await newJob(company)
    const query = `{ jobs { nodes {
      type { description } technician { fullName profile { mobile } } createdBy { role }
      site { name client { legalName createdBy { email } } manager { fullName } risk { level } }
    } } }`
    expect(await counted(company, query)).toBe(1)
  })

  it('counts relations to many of a record that itself was reached from many', async () => {
    const company = await newCompany(testDatabase())
    await newAsset(company)
    const query = `{ assets { nodes { zone { site { zones { nodes { name } } jobs { nodes { number } } } } } } }`
    expect(await counted(company, query)).toBe(3)
  })

  it('is one for each alias with arguments of its own', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const query = `{ sites { nodes { a: zones(first: 1) { nodes { name } } b: zones(first: 2) { nodes { name } } } } }`
    expect(await counted(company, query)).toBe(3)
  })

  it('is none for what @include excludes', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const query = `query ($with: Boolean!) { sites { totalCount @include(if: $with) nodes { name zones @include(if: $with) { nodes { name } } } } }`
    expect(await counted(company, query, { with: false })).toBe(1)
    expect(await counted(company, query, { with: true })).toBe(3)
  })

  it('is one for a record, and one for each of its relations to many', async () => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company)
    const query = `query ($id: ID!) { site(id: $id) { name client { legalName } zones { nodes { name } } } }`
    expect(await counted(company, query, { id: site.uuid })).toBe(2)
  })
})
