import { beforeAll, describe, expect, it } from 'vitest'
import { graph, resolved, service, tokenOf } from '../../support/graphql.js'
import { vectorsOf } from './compare-executors.js'
import { newFullCompany, type FullCompany } from '../full-company.js'

let company: FullCompany
beforeAll(async () => {
  company = await newFullCompany()
})

describe('an error is the same the first time and later', () => {
  const refused = async (query: string, variables?: Record<string, unknown>) => {
    const { errors, data } = await graph(company.admin)(query, variables)
    expect(errors).toHaveLength(1)
    expect(data ?? null).toBeNull()
  }

  it.each([
    '{ sites { nodes { name zones(first: 101) { nodes { name } } } } }',
    '{ a: site(id: "x") { id } b: sites(first: 101) { nodes { id } } c: viewer { role } }',
    '{ nodes(ids: []) { id ... on Site { zones(first: 1, last: 1) { nodes { id } } } } }',
    '{ assets { nodes { zone { site { manager { jobs(after: "x") { nodes { id } } } } } } } }',
    '{ sites(filter: { createdAt: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" } }) { totalCount } }',
    '{ site(id: "x") { id } sites(after: "no cursor") { totalCount } }',
  ])('for arguments of a connection: %s', async (query) => {
    await refused(query)
  })

  it('for variables that change', async () => {
    const query = `query ($n: Int) { node(id: "${company.site.uuid}") { id ... on Site { zones(first: $n) { nodes { id } } } } viewer { role } }`
    await refused(query, { n: 101 })
    expect((await graph(company.admin)(query, { n: 1 })).errors).toBeUndefined()
    await refused(query, { n: 101 })
  })

  it('for too many ids', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    await refused(query, { ids: Array.from({ length: 101 }, String) })
    expect((await graph(company.admin)(query, { ids: [] })).data).toEqual({ nodes: [] })
  })
})

describe('a document over HTTP', () => {
  it('returns the same data for fifty concurrent requests with different variables', async () => {
    const query = `query ($a: Boolean!, $n: Int) { sites(first: $n) { nodes { ...site client @include(if: $a) { legalName } } } }
      fragment site on Site { name zones(first: $n) { totalCount @skip(if: $a) nodes { name @include(if: $a) assets { nodes { code risk { level } } } } } }`
    const vectors = vectorsOf('a').flatMap((each) => [1, 2].map((n) => ({ ...each, n })))
    const wanted = await Promise.all(
      vectors.map((variables) => resolved(company.admin, query, variables)),
    )
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(company.admin)}`,
    }
    const url = `${await service()}/graphql`
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const variables = vectors[at % vectors.length]
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query, variables }),
        })
        expect(await response.json()).toEqual({ data: wanted[at % vectors.length] })
      }),
    )
  })

  it('returns the same data from all executors if variables select more fields the second time', async () => {
    const run = graph(company.admin)
    const query =
      'query ($with: Boolean!) { sites { nodes { ...site } } } fragment site on Site { id name @include(if: $with) }'
    await run(query, { with: false })
    const { data } = await run(query, { with: true })
    expect(data.sites.nodes[0].name).toBe(company.site.name)
  })

  it.each([
    ['a directive', 'query ($v: Boolean = true) { sites { nodes { id name @include(if: $v) } } }'],
    ['an argument', 'query ($v: ID = "x") { node(id: $v) { id } }'],
    [
      'an input',
      'query ($v: OrderDirection = ASC) { sites(orderBy: { field: ID, direction: $v }) { totalCount } }',
    ],
    [
      'a list',
      'query ($v: ID = "x") { viewer { role } ...f } fragment f on Query { nodes(ids: [$v]) { id } }',
    ],
  ])(
    'rejects null for the variable of %s, although its default is allowed there',
    async (_, query) => {
      const run = graph(company.admin)
      expect((await run(query)).errors).toBeUndefined()
      const { errors, data, status } = await run(query, { v: null })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(errors?.[0]?.message).toBe('Variable "$v" must not be null.')
      expect(data ?? null).toBeNull()
      expect(status).toBe(400)
    },
  )
})
