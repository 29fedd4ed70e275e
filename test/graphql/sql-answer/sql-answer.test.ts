import { type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createPreparer } from '../../../src/graphql/operation/preparer.js'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'
import { compilePlan } from '../../../src/graphql/sql-answer/plan.js'
import {
  newAsset,
  newCompany,
  newInspection,
  newJob,
  newSite,
  newZone,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph, service, tokenOf } from '../../support/graphql.js'

// `graph` compares the SQL executor's responses with the resolvers'.

describe('an answer that the database writes', () => {
  it.each([
    ['quotes', `"it's" 'so'`],
    ['backslashes', 'C:\\new\\table \\u0041'],
    ['controls', 'tab\tline\nreturn\rbell\u0007escape\u001b'],
    ['separators of lines', 'a\u2028b\u2029c'],
    ['other scripts', 'Żółć 漢字 🏗️ مرحبا'],
    ['what looks like JSON', '{"a":[1,null]}'],
    ['what looks like SQL', `'); drop table site; -- $1 %s`],
    ['markup', '</script><b>&amp;'],
  ])('returns text with %s unchanged', async (_, name) => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company, { name, legalName: name })
    const query =
      'query ($id: ID!, $search: String) { site(id: $id) { name legalName } sites(filter: { search: $search }) { nodes { name } } }'
    const { data } = await graph(company.admin)(query, { id: site.uuid, search: name })
    expect(data).toEqual({ site: { name, legalName: name }, sites: { nodes: [{ name }] } })
    const ordered = await graph(company.admin)(
      '{ sites(orderBy: [{ field: NAME }]) { edges { cursor } pageInfo { startCursor endCursor } } }',
    )
    const [{ cursor }] = ordered.data.sites.edges
    expect(ordered.data.sites.pageInfo).toEqual({ startCursor: cursor, endCursor: cursor })
  })

  it('writes times, numbers, booleans, enums and nulls like the resolvers', async () => {
    const company = await newCompany(testDatabase())
    for (const time of ['2026-01-02T03:04:05.000Z', '1999-12-31T23:59:59.999Z']) {
      const asset = await newAsset(company, {
        lastInspection: new Date(time),
        riskId: null,
        defective: true,
      })
      await newInspection(company, { assetId: asset.id, inspectedAt: new Date(time), score: null })
    }
    await newJob(company)
    const { data } = await graph(company.admin)(`{
      assets { nodes { id databaseId lastInspectedAt nextInspectionDueAt defective overdue status risk { level } zone { sizeSquareMetres site { address { city timezone } manager { email } failing assetsCount } } createdAt } }
      inspections { nodes { outcome score note inspectedAt job { number } inspector { role timezone email profile { mobile } } } }
      jobs { nodes { status paused totalMinutes startedAt requiresSignature closedBy { id } scheduledStart } }
      company { stats { assets totalStorage } barcodeFormat }
    }`)
    expect(data.assets.nodes[0]).toMatchObject({
      lastInspectedAt: '2026-01-02T03:04:05.000Z',
      nextInspectionDueAt: null,
      defective: true,
      status: 'DEFECTIVE',
      risk: null,
    })
  })

  it('has exactly the selected fields with aliases, fragments and __typename, in the order of the query', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const { data } = await graph(company.admin)(
      `
      query { __typename b: sites { __typename rows: nodes { z: name ...F a: databaseId } totalCount } }
      fragment F on Site { ... on Node { id } zones { nodes { __typename name } } zones { nodes { sizeSquareMetres } } name }
    `,
    )
    expect(Object.keys(data)).toEqual(['__typename', 'b'])
    expect(Object.keys(data.b.rows[0])).toEqual(['z', 'id', 'zones', 'name', 'a'])
    expect(Object.keys(data.b.rows[0].zones.nodes[0])).toEqual([
      '__typename',
      'name',
      'sizeSquareMetres',
    ])
  })

  it('supports many fields', async () => {
    const company = await newCompany(testDatabase())
    await newSite(company)
    const fields = Array.from({ length: 50 }, (_, at) => `f${at}: legalName g${at}: name`).join(' ')
    const { data } = await graph(company.admin)(`{ sites { nodes { ${fields} } } }`)
    expect(Object.keys(data.sites.nodes[0])).toHaveLength(100)
  })

  it('returns backward pages in the order of the list', async () => {
    const company = await newCompany(testDatabase())
    const zone = await newZone(company)
    for (const code of ['A', 'B', 'C']) await newAsset(company, { zoneId: zone.id, code })
    const { data } = await graph(company.admin)(
      '{ zones { nodes { assets(last: 2, orderBy: [{ field: CODE }]) { totalCount nodes { code } } } } }',
    )
    expect(data.zones.nodes[0].assets).toEqual({
      totalCount: 3,
      nodes: [{ code: 'B' }, { code: 'C' }],
    })
  })

  it('is an error with the path of the invalid argument, also the second time', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const { errors } = await graph(company.admin)(
      'query ($n: Int) { sites { nodes { zones(first: $n) { nodes { name } } } } }',
      { n: 101 },
    )
    expect(errors?.[0]).toMatchObject({
      locations: [{ line: 1, column: 35 }],
      extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
    })
  })

  it('is null for a record of another company, and empty for a list without records', async () => {
    const company = await newCompany(testDatabase())
    const other = await newCompany(testDatabase())
    const site = await newSite(other)
    const { data } = await graph(company.admin)(
      'query ($id: ID!) { site(id: $id) { name } none: site(id: "none") { name } sites { nodes { name } totalCount } }',
      { id: site.uuid },
    )
    expect(data).toEqual({ site: null, none: null, sites: { nodes: [], totalCount: 0 } })
  })
})

describe('a request to the SQL executor', () => {
  /** A number larger than any double. */
  const INFINITE = '<1e999>'
  const QUERY = 'query Q($first: Int = 2) { sites(first: $first) { totalCount } }'

  const asker = async () => {
    const company = await newCompany(testDatabase())
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    return async (body: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${await service()}/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body).replace(`"${INFINITE}"`, '1e999'),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
  }
  /** Headers that differ for each request. */
  const OWN = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']
  const told = ({
    status,
    headers,
    text,
  }: Awaited<ReturnType<Awaited<ReturnType<typeof asker>>>>) => ({
    status,
    text,
    headers: Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name))),
  })

  it.each([
    ['as it is', {}, {}],
    ['with null for everything', { variables: null, operationName: null, extensions: null }, {}],
    ['with a name', { operationName: 'Q' }, {}],
    ['with the client’s name and version', { extensions: { clientLibrary: { name: 'test' } } }, {}],
    ['in the newer media type', {}, { accept: 'application/graphql-response+json' }],
    ['in either', {}, { accept: 'application/graphql-response+json, application/json;q=0.9' }],
    ['in any', {}, { accept: '*/*', 'content-type': 'application/json; charset=utf-8' }],
    ['in a media type that is not spoken', {}, { accept: 'text/html' }],
    [
      'in the media type of callbacks',
      {},
      { accept: 'application/json;callbackSpec=1.0, application/json;q=0.9' },
    ],
    ['with variables that are infinite', { variables: { first: INFINITE } }, {}],
    ['with another name', { operationName: 'P' }, {}],
    ['with an empty name', { operationName: '' }, {}],
    ['with variables of a wrong type', { variables: { first: 'two' } }, {}],
    ['with variables that are not an object', { variables: [2] }, {}],
    ['with more than there may be', { variables: { first: 101 } }, {}],
    [
      'with a stored query that is not stored',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
      {},
    ],
  ])(
    'has the same body and headers as a response of Apollo Server: %s',
    async (_, body, headers) => {
      const ask = await asker()
      const byApollo = await ask({ query: QUERY, ...body }, headers)
      for (const time of ['the second', 'the third']) {
        expect(told(await ask({ query: QUERY, ...body }, headers)), time).toEqual(told(byApollo))
      }
    },
  )

  it('is rejected with an infinite number after null was cached', async () => {
    const ask = await asker()
    const given = (first: unknown) =>
      ask({ query: QUERY.replace(' = 2', ''), variables: { first } })
    for (let time = 0; time < 4; time += 1) expect((await given(null)).status).toBe(200)
    expect((await given(INFINITE)).status).toBe(400)
  })

  it.each([
    [
      'only __typename of the connection',
      '{ a: sites(first: 1000) { __typename } b: sites { totalCount } }',
    ],
    [
      'only __typename of pageInfo',
      '{ sites(first: 2, last: 2) { pageInfo { __typename } } zones { totalCount } }',
    ],
    [
      'an empty selection after @skip',
      '{ sites(first: 1000) { nodes @skip(if: true) { id } } zones { totalCount } }',
    ],
  ])('is rejected for invalid connection arguments with %s', async (_, query) => {
    const ask = await asker()
    const first = await ask({ query })
    expect(first.text).toContain('BAD_USER_INPUT')
    for (let time = 0; time < 3; time += 1) expect((await ask({ query })).text).toBe(first.text)
  })

  it('returns current data each time, for each client', async () => {
    const one = await newCompany(testDatabase())
    const other = await newCompany(testDatabase())
    const query = '{ sites { nodes { name } } }'
    await newSite(one, { name: 'First' })
    await graph(one.admin)(query)
    await newSite(one, { name: 'Second' })
    const { data } = await graph(one.admin)(query)
    expect(data.sites.nodes).toEqual([{ name: 'First' }, { name: 'Second' }])
    expect((await graph(other.admin)(query)).data.sites.nodes).toEqual([])
  })
})

describe('a plan', () => {
  const schema = createSchema()
  const preparer = createPreparer(schema, { maxDepth: 12, maxComplexity: 100_000 })
  const isQuick = (query: string) => {
    const document = parse(query)
    const definition = document.definitions[0] as OperationDefinitionNode
    return compilePlan(schema, preparer.operationOf(document, definition).selection({}))?.isQuick
  }

  it.each([
    '{ site(id: "x") { name client { legalName } manager { fullName } } }',
    '{ viewer { role user { email } } company { name } asset(id: "x") { overdue zone { site { name } } } }',
  ])('uses the pipeline if it reads records by key: %s', (query) => {
    expect(isQuick(query)).toBe(true)
  })

  it('does not if it reads many', () => {
    const sites = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `s${index}: site(id: "${index}") { name client { legalName } }`).join(' ')} }`
    expect(isQuick(sites(6))).toBe(true)
    expect(isQuick(sites(7))).toBe(false)
  })

  it.each([
    '{ sites(first: 1) { nodes { name } } }',
    '{ site(id: "x") { name zones { nodes { name } } } }',
    '{ site(id: "x") { name zones { totalCount } } }',
    '{ site(id: "x") { assetsCount } }',
    '{ asset(id: "x") { zone { site { failing } } } }',
    '{ company { stats { assets } } }',
    '{ auditLog(first: 1) { nodes { record { id } } } }',
  ])('does not if it reads or counts lists: %s', (query) => {
    expect(isQuick(query)).toBe(false)
  })
})
