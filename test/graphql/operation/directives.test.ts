import { beforeAll, describe, expect, it } from 'vitest'
import { type Comparison, openComparison, vectorsOf } from '../sql-answer/compare-executors.js'
import type { FullCompany } from '../full-company.js'

let company: FullCompany
let succeed: Comparison['succeed']
beforeAll(async () => {
  ;({ company, succeed } = await openComparison())
})

describe('the resolvers and SQL return the same data', () => {
  it('with @skip and @include on fields, for every combination of variables', async () => {
    const answers = await succeed(
      `query ($a: Boolean!, $b: Boolean!, $c: Boolean!) { sites {
        totalCount @include(if: $a)
        nodes { name @skip(if: $b) zones @include(if: $c) @skip(if: $b) { nodes { id @include(if: $a) name } } client { id @skip(if: $a) legalName } }
      } }`,
      vectorsOf('a', 'b', 'c'),
    )
    expect(answers).toHaveLength(8)
  })

  it('with an excluded field that is merged with an included sibling', async () => {
    const answers = await succeed(
      `query ($a: Boolean!, $b: Boolean!) { sites { nodes {
        client @include(if: $a) { legalName } client @include(if: $b) { tradingName }
        zones @skip(if: $a) { totalCount } zones { nodes { name } } zones @include(if: $b) { nodes { site { name } } edges { cursor } }
      } } }`,
      vectorsOf('a', 'b'),
    )
    expect(Object.keys(answers[0].sites.nodes[0].client)).toEqual(['legalName', 'tradingName'])
    expect(answers[0].sites.nodes[0].zones.totalCount).toBeUndefined()
    expect(answers[3].sites.nodes[0].client).toBeUndefined()
  })

  it('with @skip and @include on fragments and inside them', async () => {
    const answers = await succeed(
      `query ($a: Boolean!, $b: Boolean!, $c: Boolean!) {
        sites { nodes { ...site @include(if: $a) ... on Site @skip(if: $b) { legalName } ... @include(if: $c) { name } ...plain } }
        zones { nodes { site { ...plain } } }
      }
      fragment site on Site { id zones { nodes { ...zone @skip(if: $b) id } } }
      fragment zone on Zone { name @include(if: $c) site { ...plain } assets { nodes { code type { name @include(if: $a) shortCode } } } }
      fragment plain on Site { databaseId city: address @include(if: $c) { city } manager @include(if: $a) { fullName } risk { level @include(if: $b) value } }`,
      vectorsOf('a', 'b', 'c'),
    )
    expect(answers[0].zones.nodes[0].site.city).toEqual({ city: 'Port' })
  })

  it('with a fragment that selects more fields the second time', async () => {
    const vectors = [{ with: false }, { with: true }, { with: false }]
    const answers = await succeed(
      `query ($with: Boolean!) { sites { nodes { ...site } } node(id: "${company.zone.uuid}") { ...node } }
      fragment site on Site { id name @include(if: $with) zones { nodes { id name @include(if: $with) } } }
      fragment node on Node { id ... on Zone @include(if: $with) { name site { name } } }`,
      vectors,
    )
    expect(answers[1].sites.nodes[0].name).toBe(company.site.name)
  })

  it('with a variable for a directive that has a default value', async () => {
    const answers = await succeed(
      `query ($a: Boolean = true, $b: Boolean! = false) { sites { nodes { id name @include(if: $a) legalName @skip(if: $b) } } }`,
      [{}, { a: false }, { b: true }, { a: true, b: true }],
    )
    expect(Object.keys(answers[0].sites.nodes[0])).toEqual(['id', 'name', 'legalName'])
    expect(Object.keys(answers[1].sites.nodes[0])).toEqual(['id', 'legalName'])
  })

  it('with selections whose fields are all excluded', async () => {
    const answers = await succeed(
      `query ($a: Boolean!) {
        sites { nodes { id @include(if: $a) } }
        zones { nodes { site { name @include(if: $a) } assets { totalCount @include(if: $a) } } }
        assets { edges @include(if: $a) { cursor } }
        jobs { edges { node { id @include(if: $a) } } pageInfo { hasNextPage @include(if: $a) } }
        viewer { ... @include(if: $a) { role } }
        company { stats { assets @include(if: $a) } }
        node(id: "${company.site.uuid}") { id @include(if: $a) }
        nodes(ids: ["${company.site.uuid}"]) { ...none @include(if: $a) }
        site(id: "${company.site.uuid}") { address { city @include(if: $a) } }
      } fragment none on Node { id }`,
      vectorsOf('a'),
    )
    expect(answers[1].sites.nodes[0]).toEqual({})
    expect(answers[1].node).toEqual({})
  })

  it('with an empty operation after @skip', async () => {
    const answers = await succeed(
      'query ($a: Boolean!) { viewer @include(if: $a) { role } ...more @skip(if: true) } fragment more on Query { company { id } }',
      vectorsOf('a'),
    )
    expect(answers[1]).toEqual({})
  })

  it('with more variants than the cache holds', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const fields = ['name', 'legalName', 'createdAt', 'failing', 'address { city }']
    const declared = names.map((name) => `$${name}: Boolean!`).join(', ')
    const asked = fields.map((field, at) =>
      field.replace(/^\w+/, (word) => `${word} @include(if: $${names[at] ?? ''})`),
    )
    const answers = await succeed(
      `query (${declared}) { sites { nodes { id ${asked.join(' ')} } } }`,
      vectorsOf(...names),
    )
    expect(answers).toHaveLength(32)
  })
})
