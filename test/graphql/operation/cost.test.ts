import { readFileSync } from 'node:fs'
import { getOperationAST, GraphQLError, parse, validate } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import type { ModelName } from '../../../src/db/read/model.js'
import { modelOf } from '../../../src/db/read/model.js'
import { listingOf } from '../../../src/domain/registry/listings.js'
import * as prices from '../../../src/graphql/operation/prices.js'
import { connectionModel } from '../../../src/graphql/operation/model-fields.js'
import { createPreparer } from '../../../src/graphql/operation/preparer.js'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph, post, schema, service, startService, tokenOf } from '../../support/graphql.js'
import { type Form, formsOf } from './document-forms.js'
import { randomDocument } from '../sql-answer/random-document.js'

const LIMIT = 100_000
const preparer = createPreparer(schema, readConfig({}))

/** The cost of a valid query, also if it is refused. */
function costOf({ query, variables }: Form): number {
  const document = parse(query)
  expect(validate(schema, document), query).toEqual([])
  const definition = getOperationAST(document)
  if (!definition) throw new Error(`expected an operation, got ${query}`)
  let cost: number | undefined
  try {
    preparer.prepare(preparer.operationOf(document, definition), variables, ({ requested }) => {
      cost = requested
    })
  } catch (error) {
    const refused =
      error instanceof GraphQLError && error.extensions['code'] === 'QUERY_TOO_COMPLEX'
    if (!refused) throw error
  }
  if (cost === undefined) throw new Error(`expected a cost of ${query}`)
  return cost
}
const cost = (query: string) => costOf({ query, variables: {} })

const CARD = `{ sites { nodes { name zones { nodes { name assets { nodes {
  id databaseId code defective overdue status createdAt updatedAt lastInspectedAt nextInspectionDueAt decommissionedAt
  barcode { data } } } } } } } }`
const tree = (sites: number, zones: number, assets: number) =>
  `{ sites(first: ${sites}) { nodes { zones(first: ${zones}) { nodes { assets(first: ${assets}) { nodes { code } } } } } } }`

let company: TestCompany
let authorization: string
beforeAll(async () => {
  company = await newCompany(testDatabase())
  authorization = `Bearer ${await tokenOf(company.admin)}`
})
const asAdmin = (query: string, variables = {}) => post(query, variables, { authorization })

describe('the cost of a query', () => {
  it('allows three levels of default pages with twelve fields of each asset', async () => {
    expect(cost(CARD)).toBeLessThan(LIMIT / 2)
    const { data, errors } = await graph(company.admin)(CARD)
    expect([errors, data.sites.nodes]).toEqual([undefined, []])
  })

  it('is the same with literals, variables, default values, fragments and aliases', () => {
    const documents = Array.from({ length: 200 }, (_, seed) => {
      const { query, vectors } = randomDocument(schema, seed, ['x'])
      return vectors.map((variables) => ({ query, variables }))
    }).flat()
    const counts: Record<string, number> = {}
    for (const given of [{ query: CARD, variables: {} }, ...documents]) {
      const expected = costOf(given)
      for (const [form, other] of Object.entries(formsOf(schema, given))) {
        expect(costOf(other), `${form} of ${given.query} as ${other.query}`).toBe(expected)
        if (other.query !== given.query) counts[form] = (counts[form] ?? 0) + 1
      }
    }
    expect(Object.keys(counts)).toEqual(['variables', 'defaults', 'fragments', 'aliases'])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100)
  })

  it('counts a fragment once, however often it is spread', () => {
    const once = cost('{ sites { nodes { name zones { nodes { name } } } } }')
    const twice =
      '{ sites { nodes { ...a ...a ...b } } } fragment a on Site { name zones { nodes { name } } } fragment b on Site { ...a }'
    expect(cost(twice)).toBe(once)
  })

  it('leaves out what @skip and @include exclude', () => {
    const query =
      'query ($all: Boolean!) { viewer { role } assets @include(if: $all) { totalCount } }'
    expect(costOf({ query, variables: { all: false } })).toBe(cost('{ viewer { role } }'))
    expect(costOf({ query, variables: { all: true } })).toBeGreaterThan(prices.LIST.large)
  })

  it('has the greatest cost of the types that an id may have, for each id', () => {
    const one = cost(
      '{ nodes(ids: ["x"]) { ... on Site { zones { totalCount } } ... on Client { id } } }',
    )
    const many = `{ nodes(ids: [${'"x" '.repeat(50)}]) { ... on Site { zones { totalCount } } ... on Client { id } } }`
    expect(cost(many) - 1).toBe(50 * (one - 1))
  })

  const records = (count: number, fields: number) => count * (prices.RECORD + fields * prices.FIELD)
  it.each([
    ['a page', '{ assets(first: 7) { nodes { code id } } }', 1 + 1 + prices.PAGE + records(7, 2)],
    ['an empty page', '{ assets(first: 0) { nodes { code } } }', 2 + prices.PAGE],
    ['a related record', '{ asset(id: "x") { zone { name } } }', 3 + 2 * prices.RECORD],
    ['a lookup', '{ user(id: "x") { role } }', 2 + prices.RECORD + prices.LOOKUP],
    ['a count', '{ assets { totalCount } }', 2 + prices.LIST.large],
    ['a count of a smaller list', '{ jobs { totalCount } }', 2 + prices.LIST.medium],
    [
      'a count of a field',
      '{ site(id: "x") { assetsCount } }',
      2 + prices.RECORD + prices.COUNT_FIELD.few,
    ],
    [
      'a count of an asset type',
      '{ assetType(id: "x") { assetsCount } }',
      2 + prices.RECORD + prices.COUNT_FIELD.many,
    ],
    [
      'a count of the company',
      '{ company { stats { assets jobs } } }',
      4 + prices.RECORD + 2 * prices.COUNT_FIELD.many,
    ],
    [
      'figures of filtered records',
      '{ checklist(id: "x") { answerStatistics(filter: { outcomes: [FAILED] }) { count } } }',
      2 +
        prices.RECORD +
        prices.LIST.large * prices.LIST.shareOfType * (1 + prices.READS.condition) +
        prices.FILTER_VALUE +
        records(1, 1),
    ],
    ['the schema', '{ __schema { queryType { name } } }', prices.SCHEMA],
    [
      'nested counts, by parents',
      '{ sites(first: 3) { nodes { zones(first: 4) { nodes { assets { totalCount } } } } } }',
      2 +
        prices.PAGE +
        3 * (prices.RECORD + 2 + prices.PAGE + 4 * (prices.RECORD + 2 + prices.LIST.nested)),
    ],
  ])('is the price of %s', (_, query, expected) => {
    expect(cost(query)).toBe(expected)
  })

  const { READS, LIST, OFFSET } = prices
  it.each([
    ['a condition', 'filter: { defective: true }', READS.condition * LIST.large],
    [
      'each condition',
      'filter: { or: [{ overdue: true }, { not: { defective: true } }] }',
      2 * READS.condition * LIST.large,
    ],
    [
      'each value of a list',
      'filter: { codes: ["a", "b", "c"] }',
      READS.condition * LIST.large + 3 * prices.FILTER_VALUE,
    ],
    ['a search', 'filter: { search: "abcde" }', READS.search * LIST.large],
    ['a short search', 'filter: { search: " abcd " }', READS.shortSearch * LIST.large],
    ['a blank search', 'filter: { search: " " }', 0],
    ['an order that an index has', 'orderBy: [{ field: CODE }]', 0],
    [
      'an order of several fields',
      'orderBy: [{ field: CODE }, { field: ID }]',
      READS.sort * LIST.large,
    ],
    ['the skipped records', 'offset: 1000', 1000 / OFFSET.recordsPerUnit],
    ['the longest offset', 'offset: 2147483647', OFFSET.maxReads * LIST.large],
  ])('rises with %s', (_, args, price) => {
    expect(
      cost(`{ assets(${args}) { nodes { code } } }`) - cost('{ assets { nodes { code } } }'),
    ).toBe(price)
    const nested = (of: string) =>
      `{ sites(first: 10) { nodes { assets${of} { nodes { code } } } } }`
    const rise = cost(nested(`(${args})`)) - cost(nested(''))
    if (price > 0) expect(rise).toBeGreaterThan(0)
    expect(rise).toBeLessThanOrEqual(10 * Math.max(price, LIST.nested))
  })

  it.each([
    ['all records', '', READS.group * LIST.large],
    ['a key', '(groupBy: [SITE])', (READS.group + READS.groupKey) * LIST.large],
    ['a key given twice', '(groupBy: [SITE, SITE])', (READS.group + READS.groupKey) * LIST.large],
    [
      'a bucket',
      '(bucket: { field: CREATED_AT, unit: DAY })',
      (READS.group + READS.bucket) * LIST.large + prices.EMPTY_GROUPS.withoutKeys,
    ],
    [
      'a bucket and a key',
      '(groupBy: [TYPE], bucket: { field: CREATED_AT, unit: DAY })',
      (READS.group + READS.groupKey + READS.bucket) * LIST.large + prices.EMPTY_GROUPS.withKeys,
    ],
    ['a condition', '(filter: { overdue: true })', (READS.group + READS.condition) * LIST.large],
  ])('has the price of statistics with %s', (_, args, price) => {
    const rest = 1 + 1 + prices.PAGE + records(20, 1)
    expect(cost(`{ assetStatistics${args} { nodes { count } } }`)).toBe(price + rest)
    expect(cost(`{ assetStatistics${args} { totalCount } }`)).toBeGreaterThanOrEqual(price)
    expect(cost(`{ company { assetStatistics${args} { totalCount } } }`)).toBeGreaterThan(price)
    const nested = `{ sites(first: 10) { nodes { assetStatistics${args} { nodes { count } } } } }`
    expect(cost(nested)).toBeGreaterThan(10 * READS.group * LIST.nested)
  })

  it('rises with a nested order, and with a condition on a count', () => {
    const assets = (order: string) =>
      cost(
        `{ zones(first: 10) { nodes { assets(orderBy: [{ field: ${order} }]) { nodes { code } } } } }`,
      )
    expect(assets('CODE') - assets('ID')).toBe(10 * READS.sort * LIST.nested)
    const sites = (filter: string) => cost(`{ sites(filter: {${filter}}) { totalCount } }`)
    expect(sites('failing: true') - sites('')).toBe(READS.countCondition * LIST.small)
  })

  it('assumes an index that exists for each order of a root list by one stored field', async () => {
    const rows = await company.db.prisma.$queryRaw<{ table: string; definition: string }[]>`
      select tablename as table, indexdef as definition from pg_indexes where schemaname = current_schema()
        and (indexdef not like '%WHERE%' or indexdef like '%WHERE (deleted_at IS NULL)')`
    const models = Object.values(schema.getQueryType()?.getFields() ?? {})
      .map(({ type }) => connectionModel({ name: type.toString().replace('!', '') } as never))
      .filter((model): model is ModelName => model !== undefined && modelOf(model).tenant !== null)
    expect(models.length).toBeGreaterThan(8)
    for (const model of models) {
      const { table, columns } = modelOf(model)
      for (const field of Object.keys(listingOf(model).orders)) {
        const column = columns[field]
        if (column === undefined) continue
        const key = new RegExp(`\\(company_id, ${column}( COLLATE [^,)]+)?(, id)?\\)`)
        const found = rows.some((row) => row.table === table && key.test(row.definition))
        expect(found, `${model} by ${field}`).toBe(true)
      }
    }
  })

  it('is documented with the prices of the code', () => {
    const page = readFileSync('docs/decisions/limits.md', 'utf8')
    const documented = [...page.matchAll(/^\| [^|]+ \| ([\d,]+) \| [^|]+ \|$/gm)].map(([, price]) =>
      Number(price?.replace(',', '')),
    )
    const { FIELD, RECORD, PAGE, ROW, LOOKUP, COUNT_FIELD, SCHEMA } = prices
    expect(documented).toEqual([
      FIELD,
      RECORD,
      PAGE,
      ROW,
      LOOKUP,
      COUNT_FIELD.few,
      COUNT_FIELD.many,
      SCHEMA,
      LIST.large,
      LIST.medium,
      LIST.small,
      LIST.nested,
    ])
  })
})

describe('a query that costs too much', () => {
  it('is refused with the name of the most expensive list and a page size that is allowed', async () => {
    const { status, errors } = await asAdmin(tree(100, 20, 20))
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'QUERY_TOO_COMPLEX' }])
    const requested = cost(tree(100, 20, 20))
    const [, size] =
      /^The query costs [\d,]+; .* at most (\d+) of /.exec(errors?.[0]?.message ?? '') ?? []
    expect(errors?.[0]?.message).toBe(
      `The query costs ${requested.toLocaleString('en')}; the limit is 100,000. Ask for at most ${size} of sites.nodes.zones.nodes.assets (now 20).`,
    )
    expect(cost(tree(100, 20, Number(size)))).toBeLessThanOrEqual(LIMIT)
    expect(cost(tree(100, 20, Number(size) + 1))).toBeGreaterThan(LIMIT)
    expect((await asAdmin(tree(100, 20, Number(size)))).status).toBe(200)
  })

  it('names a list further up if a smaller page of the most expensive one is not enough', async () => {
    const query =
      '{ a: sites(first: 100) { nodes { zones(first: 100) { nodes { assets { totalCount } } } } } }'
    const { errors } = await asAdmin(query)
    expect(errors?.[0]?.message).toMatch(/Ask for at most \d+ of a\.nodes\.zones \(now 100\)\.$/)
  })

  it('names the number of ids', async () => {
    const query = `{ nodes(ids: [${'"x" '.repeat(100)}]) { ... on Client { sites(first: 100) { nodes { zones { totalCount } } } } } }`
    expect((await asAdmin(query)).errors?.[0]?.message).toMatch(/of nodes(\.sites)? \(now 100\)\.$/)
  })

  it('names the part that costs most if no smaller page helps', async () => {
    const filter = `{ or: [${'{ search: "a" }'.repeat(20)}] }`
    const query = `{ assets(filter: ${filter}) { nodes { code } } }`
    const total = cost(query).toLocaleString('en')
    expect((await asAdmin(query)).errors?.[0]?.message).toBe(
      `The query costs ${total}; the limit is 100,000. Most of it, ${total}, is assets: remove or simplify its filter, orderBy, offset or totalCount.`,
    )
  })

  it('may cost more with another MAX_COMPLEXITY', async () => {
    const address = startService({ MAX_COMPLEXITY: '1000' })
    const { status, headers } = await post(CARD, {}, { authorization }, address)
    expect([
      status,
      headers.get('x-query-cost-limit'),
      headers.get('x-query-cost-remaining'),
    ]).toEqual([400, '1000', '0'])
  })
})

describe('the response', () => {
  const headersOf = ({ headers }: { headers: Headers }) =>
    ['', '-limit', '-remaining'].map((end) => headers.get(`x-query-cost${end}`))
  const expected = (requested: number) => [
    String(requested),
    String(LIMIT),
    String(Math.max(0, LIMIT - requested)),
  ]

  it('has the cost in headers each time, also of another client and with other variables', async () => {
    const query = 'query ($n: Int) { sites(first: $n) { nodes { name } totalCount } }'
    const other = await newCompany(testDatabase())
    for (const n of [3, 5, 3]) {
      for (const domain of [company.admin, company.technician, other.admin]) {
        const token = `Bearer ${await tokenOf(domain)}`
        for (let time = 0; time < 4; time += 1) {
          const answer = await post(query, { n }, { authorization: token })
          expect(headersOf(answer)).toEqual(expected(costOf({ query, variables: { n } })))
        }
      }
    }
  })

  it('has it if the query is refused, if a variable decides that, and if it is a mutation', async () => {
    const query =
      'query ($n: Int) { sites(first: 100) { nodes { zones(first: $n) { nodes { assets { totalCount } } } } } }'
    for (const n of [1, 100, 1, 100]) {
      const answer = await asAdmin(query, { n })
      expect(answer.status).toBe(n === 1 ? 200 : 400)
      expect(headersOf(answer)).toEqual(expected(costOf({ query, variables: { n } })))
    }
    const mutation = 'mutation { removeSite(input: { id: "x" }) { site { zones { totalCount } } } }'
    expect(headersOf(await asAdmin(mutation))).toEqual(expected(cost(mutation)))
  })

  it('has none without a prepared operation', async () => {
    const none = [null, null, null]
    expect(headersOf(await asAdmin('{'))).toEqual(none)
    expect(headersOf(await asAdmin('{ nothing }'))).toEqual(none)
    expect(headersOf(await post('{ viewer { role } }'))).toEqual(none)
  })

  const ask = async (query: string, extensions: unknown) => {
    const response = await fetch(`${await service()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query, extensions }),
    })
    return (await response.json()) as { data?: object; extensions?: object }
  }

  it('has the cost in extensions if the request asks for it', async () => {
    const query = '{ viewer { role } sites { nodes { name } } }'
    const requested = cost(query)
    const report = { requested, limit: LIMIT, remaining: LIMIT - requested }
    for (let time = 0; time < 4; time += 1) {
      const data = { viewer: { role: 'ADMIN' }, sites: { nodes: [] } }
      expect(await ask(query, { cost: true })).toEqual({ data, extensions: { cost: report } })
      for (const extensions of [undefined, null, {}, { cost: false }]) {
        expect(await ask(query, extensions)).toEqual({ data })
      }
    }
    const refused = await ask(tree(100, 100, 100), { cost: true })
    expect(refused.extensions).toEqual({
      cost: { requested: cost(tree(100, 100, 100)), limit: LIMIT, remaining: 0 },
    })
  })

  it('has the cost in extensions of a GET request', async () => {
    const parameters = new URLSearchParams({
      query: '{ viewer { role } }',
      extensions: '{"cost":true}',
    })
    const headers = { authorization, 'apollo-require-preflight': 'yes' }
    const response = await fetch(`${await service()}/graphql?${parameters.toString()}`, { headers })
    expect(await response.json()).toMatchObject({
      extensions: { cost: { requested: cost('{ viewer { role } }'), limit: LIMIT } },
    })
  })
})
