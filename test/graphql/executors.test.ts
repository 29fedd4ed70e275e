import { type DocumentNode, getOperationAST, parse } from 'graphql'
import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import { createPreparer } from '../../src/graphql/operation/prepared-request.js'
import { authenticateRequest } from '../../src/graphql/authentication.js'
import { createSqlAnswers } from '../../src/graphql/sql-answer/answer.js'
import { compilePlan } from '../../src/graphql/sql-answer/plan.js'
import { sendInParts } from '../../src/graphql/sql-answer/send.js'
import { testDatabase } from '../support/database.js'
import { graph, resolved, runResolvers, schema, service, tokenOf } from '../support/graphql.js'
import { newPopulatedCompany, type PopulatedCompany, uuidsOf } from './populated-company.js'
import { randomDocument } from './random-document.js'

type Variables = Record<string, unknown>

const documents = new Map<string, DocumentNode>()
const preparer = createPreparer(schema, readConfig({}))

let company: PopulatedCompany
let answerWithSql: ReturnType<typeof createSqlAnswers>
let token: string
beforeAll(async () => {
  const db = testDatabase()
  company = await newPopulatedCompany(db)
  token = await tokenOf(company.admin)
  answerWithSql = createSqlAnswers(schema, db, (text) => documents.get(text), preparer)
})

/** The text of an answer that SQL wrote; undefined if the query has no plan. */
async function sqlAnswer(query: string, variables: Variables, operationName?: string) {
  documents.set(query, documents.get(query) ?? parse(query))
  const credentials = { token, apiKey: undefined }
  return answerWithSql({ query, variables, operationName }, credentials, (error: unknown) => {
    throw error
  })
}

/**
 * Answers each vector of variables with the resolvers, and with SQL if there is a plan: three times by one statement (new,
 * prepared, remembered) and once in parts. All must be equal, to the order of the fields.
 */
async function compare(query: string, vectors: Variables[] = [{}], operationName?: string) {
  const answers: unknown[] = []
  let bySql = 0
  for (const variables of vectors) {
    const { data, errors } = await runResolvers(company.admin, query, variables, operationName)
    expect(errors, query).toBeUndefined()
    answers.push(JSON.parse(JSON.stringify(data)))
    for (const time of ['first', 'second', 'third']) {
      const text = await sqlAnswer(query, variables, operationName)
      if (text === undefined) continue
      bySql += 1
      const place = `the ${time} time, ${JSON.stringify(variables)} of ${query}`
      expect(text, place).toBe(`{"data":${JSON.stringify(data)}}\n`)
    }
    const inParts = await dataInParts(query, variables, operationName)
    if (inParts !== undefined) expect(inParts, query).toBe(JSON.stringify(data))
  }
  documents.delete(query)
  return { answers, bySql }
}

/** The data that SQL writes if each root field is read by a statement of its own; undefined without a plan. */
async function dataInParts(query: string, variables: Variables, operationName?: string) {
  const document = parse(query)
  const definition = getOperationAST(document, operationName)
  if (!definition) throw new Error(`expected an operation, got ${query}`)
  const { request } = preparer.prepare(preparer.operationOf(document, definition), variables)
  const plan = request && compilePlan(schema, request.selection)
  if (!plan) return undefined
  const db = testDatabase()
  const credentials = { token, audiences: ['graphql'] as const, apiKey: undefined }
  const session = await authenticateRequest(db, credentials)
  return sendInParts(db, { plan, request, credentials, session })
}

/** Every way to set some boolean variables. */
const vectorsOf = (...names: string[]): Variables[] =>
  names.reduce<Variables[]>(
    (vectors, name) =>
      vectors.flatMap((each) => [
        { ...each, [name]: true },
        { ...each, [name]: false },
      ]),
    [{}],
  )

const succeed = async (query: string, vectors?: Variables[], operationName?: string) => {
  const { answers } = await compare(query, vectors, operationName)
  return answers as any[] // eslint-disable-line @typescript-eslint/no-explicit-any -- as asked for
}

describe('the resolvers and SQL answer the same', () => {
  it('with aliases of one field with other arguments', async () => {
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

  it('with one fragment on two ways, beside other siblings', async () => {
    await succeed(`{
      sites { nodes { ...site zones { totalCount } client { sites { nodes { ...site name } } } } }
      zones { nodes { site { ...site risk { level } } } }
      asset(id: "${company.asset.uuid}") { site { ...site zones { nodes { size } } } }
    } fragment site on Site { id manager { fullName } zones { nodes { name type { description } } } }`)
  })

  it('with inline fragments, named and bare', async () => {
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
          ... on Asset { code zone { ...zone } metaData { label value } }
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

  it('with nodes that nobody has, and __typename alone', async () => {
    const [data] = await succeed(
      `query ($id: ID!) { node(id: $id) { __typename } nodes(ids: ["x", $id]) { __typename } risk(id: "x") { level } }`,
      [{ id: newUuid() }],
    )
    expect(data).toEqual({ node: null, nodes: [null, null], risk: null })
  })

  it('with @skip and @include on fields, for every vector of variables', async () => {
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

  it('with a fragment of which more is left the second time', async () => {
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

  it('with selections of which nothing is left', async () => {
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

  it('with nothing left at all', async () => {
    const answers = await succeed(
      'query ($a: Boolean!) { viewer @include(if: $a) { role } ...more @skip(if: true) } fragment more on Query { company { id } }',
      vectorsOf('a'),
    )
    expect(answers[1]).toEqual({})
  })

  it('with more variants than are kept compiled', async () => {
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

  it('with a relation to one record that is null, and relations to many under one that is not', async () => {
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
      `query ($first: NonNegativeInt, $filter: SiteFilter, $order: [SiteOrder!], $size: NonNegativeInt = 1, $search: String = "site", $risks: [RiskLevel!], $id: ID = "none") {
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

  it('with input objects that hold themselves, as variables and as literals that hold variables', async () => {
    const { client, site, zone } = company
    const filter = (search: unknown) => ({
      and: [{ or: [{ search }, { clientIds: client.uuid }, { not: { failing: true } }] }],
      not: { and: [{ riskLevels: 'LOW' }, { not: { not: { search: 'no' } } }] },
    })
    const answers = await succeed(
      `query ($filter: SiteFilter!, $part: SiteFilter! = {}, $status: AssetStatus!, $statuses: [AssetStatus!], $zone: ID!, $search: String, $from: DateTime, $range: DateTimeRange, $direction: OrderDirection! = DESC) {
        sites(filter: $filter) { nodes { name } }
        others: sites(filter: { and: [$filter, { or: [$part, { search: $search }] }], not: $part }) { nodes { name } }
        assets(filter: { or: [{ statuses: [$status, OK] }, { statuses: $statuses, zoneIds: [$zone] }], createdAt: { from: $from }, not: { lastInspection: $range } }, orderBy: [{ field: CODE, direction: $direction }, { field: ID }]) { nodes { code status } }
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

  it('with every scalar, in and out', async () => {
    const [data] = await succeed(
      `query ($id: ID!, $time: DateTime!, $size: NonNegativeInt!) {
        site(id: $id) { id databaseId name address { timezone } failing failureThreshold createdAt }
        assets(first: $size, filter: { createdAt: { from: $time } }) { totalCount nodes { metaData { id label value } nextInspection barcode { batch public batchId } documents { nodes { size contentType } } } }
        assetTypes { nodes { inspectionIntervalDays customFields { fieldId label options isRequired } } }
        viewer { role user { email timezone } company { stats { totalStorage users recurringJobs } } }
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

  it('with several operations, each by its name', async () => {
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

describe('an error is the same the first time and later', () => {
  const refused = async (query: string, variables?: Variables) => {
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

  it('for variables that vary', async () => {
    const query = `query ($n: NonNegativeInt) { node(id: "${company.site.uuid}") { id ... on Site { zones(first: $n) { nodes { id } } } } viewer { role } }`
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
  it('answers the same fifty times at once, for variants that come mixed', async () => {
    const query = `query ($a: Boolean!, $n: NonNegativeInt) { sites(first: $n) { nodes { ...site client @include(if: $a) { legalName } } } }
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

  it('answers the same on all executors, of fragments of which more is left the second time', async () => {
    const run = graph(company.admin)
    const query =
      'query ($with: Boolean!) { sites { nodes { ...site } } } fragment site on Site { id name @include(if: $with) }'
    await run(query, { with: false })
    const { data } = await run(query, { with: true })
    expect(data.sites.nodes[0].name).toBe(company.site.name)
  })

  it.each([
    ['a directive', 'query ($v: Boolean = true) { sites { nodes { id name @include(if: $v) } } }'],
    ['an argument', 'query ($v: ID = "x") { site(id: $v) { id } }'],
    [
      'an input',
      'query ($v: OrderDirection = ASC) { sites(orderBy: { field: ID, direction: $v }) { totalCount } }',
    ],
    [
      'a list',
      'query ($v: ID = "x") { viewer { role } ...f } fragment f on Query { nodes(ids: [$v]) { id } }',
    ],
  ])('refuses null for the variable of %s, whose default may stand there', async (_, query) => {
    const run = graph(company.admin)
    expect((await run(query)).errors).toBeUndefined()
    const { errors, data, status } = await run(query, { v: null })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(errors?.[0]?.message).toBe('Variable "$v" must not be null.')
    expect(data ?? null).toBeNull()
    expect(status).toBe(400)
  })
})

describe('documents that were made at random', () => {
  it.each(Array.from({ length: 10 }, (_, seed) => [seed + 1]))(
    'answer the same, seed %i',
    async (seed) => {
      let bySql = 0
      for (let made = 0; made < 25; made += 1) {
        const ids = Object.values(uuidsOf(company))
        const { query, vectors } = randomDocument(schema, seed * 1000 + made, ids)
        bySql += (await compare(query, vectors)).bySql
      }
      // Each has two vectors, and each vector is answered three times.
      expect(bySql).toBeGreaterThan(100)
    },
  )
})
