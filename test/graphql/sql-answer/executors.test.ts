import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Comparison, openComparison, vectorsOf } from './compare-executors.js'
import type { FullCompany } from '../full-company.js'

let company: FullCompany
let succeed: Comparison['succeed']
beforeAll(async () => {
  ;({ company, succeed } = await openComparison())
})

describe('the resolvers and SQL return the same data', () => {
  it('with aliases of one field with different arguments', async () => {
    const [data] = await succeed(`{
      sites { nodes {
        one: zones(first: 1) { totalCount nodes { name } }
        two: zones(last: 1, orderBy: [{ field: NAME, direction: DESC }]) { edges { cursor node { n: name, m: name } } }
        none: zones(filter: { or: [] }) { nodes { name } }
        client { a: legalName } other: client { b: tradingName }
      } }
      again: sites(first: 1) { nodes { id } }
    }`)
    expect(data.sites.nodes[0]).toMatchObject({ one: { totalCount: 2 }, none: { nodes: [] } })
    expect(data.sites.nodes[0].other).toEqual({ b: 'Trading' })
  })

  it('with one fragment at two places, beside different siblings', async () => {
    await succeed(`{
      sites { nodes { ...site zones { totalCount } client { sites { nodes { ...site name } } } } }
      zones { nodes { site { ...site risk { level } } } }
      asset(id: "${company.asset.uuid}") { site { ...site zones { nodes { sizeSquareMetres } } } }
    } fragment site on Site { id manager { fullName } zones { nodes { name type { name } } } }`)
  })

  it('with inline fragments, with and without a type condition', async () => {
    await succeed(`{
      ... { sites { nodes { ... on Site { name ... @include(if: true) { legalName } } } } }
      ... on Query { sites { ... on SiteConnection { totalCount } nodes { id } } }
    }`)
  })

  it('with fragments on the interface of node and nodes', async () => {
    const ids = [company.site, company.asset, company.job, company.document, company.apiKey]
    const [data] = await succeed(
      `query ($ids: [ID!]!, $id: ID!) {
        nodes(ids: $ids) {
          __typename ...any
          ... on Site { name zones { totalCount } }
          ... on Asset { code zone { ...zone } customFieldValues { label value } }
          ... on Job { number zones { nodes { ...zone } } ...any }
          ... on Document { size createdBy { ...any role } }
        }
        node(id: $id) { ...any ... on Node { ... on Zone { ...zone } } }
        mine: node(id: $id) { id }
      }
      fragment any on Node { id databaseId }
      fragment zone on Zone { name site { name } }`,
      [{ ids: ids.map(({ uuid }) => uuid), id: company.zone.uuid }],
    )
    expect(data.nodes.map((node: { __typename: string }) => node.__typename)).toEqual([
      'Site',
      'Asset',
      'Job',
      'Document',
      'ApiKey',
    ])
  })

  it('with unknown nodes, and only __typename', async () => {
    const [data] = await succeed(
      `query ($id: ID!) { node(id: $id) { __typename } nodes(ids: ["x", $id]) { __typename } risk(id: "x") { level } }`,
      [{ id: newUuid() }],
    )
    expect(data).toEqual({ node: null, nodes: [null, null], risk: null })
  })

  it('with a to-one relation that is null, and to-many relations under one that is not', async () => {
    const [data] = await succeed(`{
      sites { nodes { manager { fullName profile { mobile } jobs { totalCount nodes { number } } } risk { level } } }
      assets { nodes { risk { value } type { checklist { name checksCount } assets { nodes { code } } } zone { site { zones { nodes { name } } jobs { nodes { closedBy { sites { nodes { name } } } } } } } } }
      inspections { nodes { job { number zones { nodes { name } } } } }
    }`)
    expect(data.sites.nodes[1].manager).toBeNull()
    expect(data.assets.nodes[0].zone.site.jobs.nodes[0].closedBy.sites.nodes).toHaveLength(1)
  })

  it('with variables that are null, absent or have defaults', async () => {
    await succeed(
      `query ($first: Int, $filter: SiteFilter, $order: [SiteOrder!], $size: Int = 1, $search: String = "site", $risks: [RiskLevel!], $id: ID = "none") {
        sites(first: $first, filter: $filter, orderBy: $order) { nodes { name zones(first: $size) { nodes { name } } } }
        found: sites(filter: { search: $search, riskLevels: $risks, or: [{ search: $search }, { clientIds: [$id] }] }) { nodes { name } }
      }`,
      [
        {},
        { first: null, filter: null, order: null, size: null, search: null, risks: null },
        { first: 1, filter: {}, order: [] },
        { filter: { search: null, not: { search: null } }, risks: ['CRITICAL', 'LOW'] },
        { order: { field: 'NAME' }, risks: 'CRITICAL', search: 'no such site' },
        { id: company.client.uuid, search: 'no such site' },
      ],
    )
  })

  it('with recursive input objects, as variables and as literals that contain variables', async () => {
    const { client, site, zone } = company
    const filter = (search: unknown) => ({
      and: [{ or: [{ search }, { clientIds: client.uuid }, { not: { failing: true } }] }],
      not: { and: [{ riskLevels: 'LOW' }, { not: { not: { search: 'no' } } }] },
    })
    const answers = await succeed(
      `query ($filter: SiteFilter!, $part: SiteFilter! = {}, $status: AssetStatus!, $statuses: [AssetStatus!], $zone: ID!, $search: String, $from: DateTime, $range: DateTimeRange, $direction: OrderDirection! = DESC) {
        sites(filter: $filter) { nodes { name } }
        others: sites(filter: { and: [$filter, { or: [$part, { search: $search }] }], not: $part }) { nodes { name } }
        assets(filter: { or: [{ statuses: [$status, OK] }, { statuses: $statuses, zoneIds: [$zone] }], createdAt: { from: $from }, not: { lastInspectedAt: $range } }, orderBy: [{ field: CODE, direction: $direction }, { field: ID }]) { nodes { code status } }
        list: zones(filter: { siteIds: "${site.uuid}" }, orderBy: { field: NAME, direction: $direction }) { nodes { name } }
      }`,
      [
        { filter: filter('s'), part: { search: 'x' }, status: 'OVERDUE', zone: zone.uuid },
        {
          filter: filter(null),
          part: filter('1'),
          status: 'OK',
          statuses: 'OVERDUE',
          zone: zone.uuid,
          from: '2020-01-01T00:00:00Z',
        },
        {
          filter: {},
          part: {},
          status: 'DEFECTIVE',
          statuses: ['OK', 'DEFECTIVE'],
          zone: 5,
          search: 'it',
          range: { from: null, to: '2030-01-01T00:00:00+02:00' },
          direction: 'ASC',
        },
      ],
    )
    expect(answers[0].list.nodes).toHaveLength(2)
    expect(answers[1].assets.nodes).toHaveLength(0)
    expect(answers[2].assets.nodes.length).toBeGreaterThan(0)
  })

  it('with every scalar, as input and output', async () => {
    const [data] = await succeed(
      `query ($id: ID!, $time: DateTime!, $size: Int!) {
        site(id: $id) { id databaseId name address { timezone } failing failureThreshold createdAt }
        assets(first: $size, filter: { createdAt: { from: $time } }) { totalCount nodes { customFieldValues { fieldId label value } nextInspectionDueAt riskLevel barcode { prefix } documents { nodes { size contentType } } } }
        assetTypes { nodes { inspectionIntervalDays customFields { fieldId label options required } } }
        viewer { role user { email timezone } company { stats { totalStorage users } } }
      }`,
      [{ id: company.site.uuid, time: '2020-01-01T00:00:00.000Z', size: 100 }],
    )
    expect(data.site.address.timezone).toBe('Europe/Oslo')
    expect(data.assetTypes.nodes[0].customFields[0].options).toEqual(['Steel', 'Brass'])
  })

  it('with __typename everywhere', async () => {
    await succeed(`{ __typename viewer { __typename user { __typename } company { __typename stats { __typename } } }
      sites { __typename edges { __typename node { __typename kind: __typename address { __typename } } } pageInfo { __typename } nodes { __typename zones { __typename } } }
      nodes(ids: ["${company.site.uuid}", "x"]) { __typename ... on Node { __typename } ... on Site { __typename } } }`)
  })

  it('with introspection beside data', async () => {
    await succeed(
      `query ($deprecated: Boolean) { sites { nodes { name } } __schema { queryType { name } types { name fields(includeDeprecated: $deprecated) { name } } } __type(name: "Site") { kind fields { name type { kind ofType { name } } } } }`,
      [{}, { deprecated: true }],
    )
  })

  it('with several operations, by name', async () => {
    const query = `
      query a($with: Boolean! = true) { sites { nodes { ...site } } }
      query b($with: Boolean!) { zones { nodes { site { ...site } } } }
      fragment site on Site { id name @include(if: $with) }`
    for (const name of ['a', 'b', 'a']) await succeed(query, vectorsOf('with'), name)
    const both =
      'query a { sites { nodes { id ...s } } } query b { sites { nodes { ...s name } } } fragment s on Site { legalName }'
    await succeed(both, [{}], 'b')
    await succeed(both, [{}], 'a')
  })
})
