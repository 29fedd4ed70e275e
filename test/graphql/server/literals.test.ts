import { beforeAll, describe, expect, it } from 'vitest'
import { createDocumentShapes } from '../../../src/graphql/server/document-shapes.js'
import { normaliseDocument } from '../../../src/graphql/server/normalised-document.js'
import { schema, startService, tokenOf } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { newFullCompany, type FullCompany } from '../full-company.js'

/*
 * A query whose text is new, but differs from the text of an earlier query only in comments, white space and literals.
 * One SQL statement answers it. The response must be the one of the resolvers, errors included.
 */

const withSql = startService({ SQL_ANSWERS: 'on', KEPT_ANSWERS_MB: '0' })
const withResolvers = startService({ SQL_ANSWERS: 'off' })

let company: FullCompany
let authorization: string
beforeAll(async () => {
  company = await newFullCompany()
  authorization = `Bearer ${await tokenOf(company.admin)}`
})

interface Options {
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
  readonly accept?: string
}

/** The whole response of a service, apart from what differs in each request. */
async function responseOf(
  service: Promise<string>,
  query: string,
  { variables = {}, operationName, accept = '*/*' }: Options = {},
) {
  const response = await fetch(`${await service}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, authorization },
    body: JSON.stringify({ query, variables, operationName }),
  })
  const { status, headers } = response
  return {
    status,
    type: headers.get('content-type'),
    cost: headers.get('x-query-cost'),
    text: await response.text(),
  }
}

/** Checks that the second query has the response of the resolvers. Returns the number of statements that it sends. */
async function comparedAfter(first: string, second: string, options?: Options): Promise<number> {
  const { status, text } = await responseOf(withSql, first, options)
  expect([status, text]).toEqual([200, expect.not.stringContaining('"errors"')])
  const expected = await responseOf(withResolvers, second, options)
  const sent = await statementsOf(company.db, async () => {
    expect(await responseOf(withSql, second, options)).toEqual(expected)
  })
  return sent.length
}

const SITES = 'nodes { name zones(first: 3) { nodes { name } } }'

describe('one statement answers a new text that differs from an earlier query only in', () => {
  it.each<[string, string, string, Options?]>([
    [
      'comments and white space',
      '{ sites { nodes { name zones { nodes { name } } } } }',
      '# by a script\n{sites\n{nodes,{name zones{nodes{name}}}}} # the end',
    ],
    ['the size of a page', `{ sites(first: 3) { ${SITES} } }`, `{ sites(first: 1) { ${SITES} } }`],
    [
      'a null',
      `{ sites(first: 3, filter: null) { ${SITES} } }`,
      `{ sites(first: null, filter: { search: "a" }) { ${SITES} } }`,
    ],
    [
      'a filter and an order',
      `{ sites(filter: { search: "x" }, orderBy: [{ field: NAME }]) { ${SITES} } }`,
      `{ sites(filter: { not: { search: """y""" }, removed: INCLUDE }, orderBy: { field: ID direction: DESC }) { ${SITES} } }`,
    ],
    [
      'escapes of a string',
      `{ sites(filter: { search: "x" }) { ${SITES} } }`,
      String.raw`{ sites(filter: { search: "\u0053\u{69}t\u0065" }) { ${SITES} } }`,
    ],
    [
      'literals beside variables',
      `query Q($ids: [ID!], $n: Int = 2) { sites(first: 3) { nodes { name zones(first: $n, filter: { typeIds: $ids, search: "x" }) { nodes { name } } } } }`,
      `query Q($ids: [ID!], $n: Int = 2) { sites(first: 4) { nodes { name zones(first: $n, filter: { typeIds: $ids, search: "" }) { nodes { name } } } } }`,
      { variables: { ids: null, n: 1 }, operationName: 'Q' },
    ],
    [
      'the ids in a list with a variable',
      `query ($id: ID!) { nodes(ids: ["x", $id]) { id } sites { ${SITES} } }`,
      `query ($id: ID!) { nodes(ids: ["y", $id]) { id } sites { ${SITES} } }`,
      { variables: { id: 'z' } },
    ],
    [
      'an id that is a number',
      `{ node(id: "x") { id } sites { ${SITES} } }`,
      `{ node(id: 12345678901234567890) { id } sites { ${SITES} } }`,
    ],
    [
      'equal arguments of fields that merge',
      '{ sites(first: 3) { nodes { name } } ...f } fragment f on Query { sites(first: 3) { nodes { zones { nodes { name } } } } }',
      '{ sites(first: 2) { nodes { name } } ...f } fragment f on Query { sites(first: 2) { nodes { zones { nodes { name } } } } }',
    ],
    [
      'literals of a fragment',
      '{ sites { ...f } } fragment f on SiteConnection { nodes { zones(first: 1) { nodes { name } } } }',
      '{ sites { ...f } } fragment f on SiteConnection { nodes { zones(first: 2) { nodes { name } } } }',
    ],
    [
      'literals beside directives',
      `query ($a: Boolean! = true) { sites(first: 3) @include(if: $a) { ${SITES} totalCount @skip(if: true) } }`,
      `query ($a: Boolean! = true) { sites(first: 1) @include(if: $a) { ${SITES} totalCount @skip(if: true) } }`,
    ],
    [
      'the keys of statistics',
      '{ assetStatistics(groupBy: [DEFECTIVE], first: 3) { nodes { count } } jobs { totalCount } }',
      '{ assetStatistics(groupBy: TYPE, first: 9) { nodes { count } } jobs { totalCount } }',
    ],
  ])('%s', async (_, first, second, options) => {
    expect(await comparedAfter(first, second, options)).toBe(1)
  })
})

const BY_KEY = ['{ site(by: { databaseId: 1 }) { name } }', /\{ databaseId: 1 \}/] as const
const IDS = ['{ nodes(ids: ["x"]) { id } }', /\["x"\]/] as const
const JOBS = [
  '{ jobs(filter: { createdAt: { from: "2026-01-01T00:00:00Z" } }) { nodes { number } } }',
  /\{ createdAt.*?\} \}/,
] as const
const ORDER = [
  '{ sites(orderBy: { field: NAME }) { nodes { name } } }',
  /\{ field: NAME \}/,
] as const
const SIZE = ['{ sites(first: 3) { nodes { name } } }', /3/] as const
const TEXT = ['{ sites(filter: { search: "x" }) { nodes { name } } }', /\{ search: "x" \}/] as const

describe('an unusual literal has the response of the text as it was written', () => {
  it.each([
    ['a string for an Int', SIZE, '"3"'],
    ['a Float for an Int', SIZE, '3.0'],
    ['an exponent for an Int', SIZE, '3e0'],
    ['a Boolean for an Int', SIZE, 'true'],
    ['a name for an Int', SIZE, 'THREE'],
    ['a list for an Int', SIZE, '[3]'],
    ['an object for an Int', SIZE, '{ size: 3 }'],
    ['a number over 32 bits', SIZE, '2147483648'],
    ['an integer of 400 digits', SIZE, '9'.repeat(400)],
    ['a number that is infinite', SIZE, '1e400'],
    ['a page that is too large', SIZE, '101'],
    ['a negative page', SIZE, '-1'],
    ['minus zero', SIZE, '-0'],
    ['a string for an enum', ORDER, '{ field: "NAME" }'],
    ['an unknown enum value', ORDER, '{ field: NAMES }'],
    ['a Boolean for an enum', ORDER, '{ field: true }'],
    ['a missing field', ORDER, '{ direction: ASC }'],
    ['null for a field that is required', ORDER, '{ field: null }'],
    ['a null in a list', ORDER, '[null]'],
    ['a name for a string', TEXT, '{ search: x }'],
    ['a number for a string', TEXT, '{ search: 1 }'],
    ['an unknown field', TEXT, '{ find: "x" }'],
    ['a field of all objects', TEXT, '{ __proto__: { search: "x" } }'],
    ['a repeated field', TEXT, '{ search: "x", search: "y" }'],
    ['a string for an object', TEXT, '"x"'],
    [
      'a filter that nests deeply',
      TEXT,
      `${'{ not: '.repeat(95)}{ search: "x" }${' }'.repeat(95)}`,
    ],
    [
      'a filter that nests too deeply',
      TEXT,
      `${'{ not: '.repeat(600)}{ search: "x" }${' }'.repeat(600)}`,
    ],
    ['too many filters', TEXT, `{ or: [${'{ search: "x" } '.repeat(500)}] }`],
    ['a Float for an ID', IDS, '[1.5]'],
    ['a Boolean for an ID', IDS, 'false'],
    ['null for an argument that is required', IDS, 'null'],
    ['a list of too many values', IDS, `[${'"x" '.repeat(1001)}]`],
    ['too many ids', IDS, `[${'"x" '.repeat(101)}]`],
    ['a list of lists', IDS, '[["x"]]'],
    ['a number for a time', JOBS, '{ createdAt: { from: 1767225600 } }'],
    ['a malformed time', JOBS, '{ createdAt: { from: "2026-01-32T00:00:00Z" } }'],
    [
      'a range that ends before it begins',
      JOBS,
      '{ createdAt: { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" } }',
    ],
    ['two keys', BY_KEY, '{ databaseId: 1, id: "x" }'],
    ['a key without a value', BY_KEY, '{ databaseId: null }'],
    ['a key without a name', BY_KEY, '{}'],
    ['an unfinished object', TEXT, '{ search: }'],
    ['a nameless field', TEXT, '{ "search": "x" }'],
    ['a value after the value', SIZE, '3 4'],
    ['no value', SIZE, ''],
    ['a bracket that is not closed', TEXT, '{ search: "x"'],
    ['a string that is not closed', TEXT, '{ search: "x }'],
    ['an invalid escape', TEXT, String.raw`{ search: "\uD800" }`],
    ['a text with a null character', TEXT, String.raw`{ search: "\u0000" }`],
  ])('%s', async (_, [first, place], literal) => {
    await comparedAfter(first, `# by a script\n\n  ${first.replace(place, literal)}`)
    await comparedAfter(first, first.replace(place, literal), {
      accept: 'application/graphql-response+json',
    })
  })

  it('if fields that merge have different literals', async () => {
    const merged = (one: number, other: number) =>
      `{ sites(first: ${one}) { nodes { name } } ... { sites(first: ${other}) { nodes { id } } } }`
    await comparedAfter(merged(1, 1), merged(1, 2))
  })

  it('if the document declares a variable with the name of a literal', async () => {
    const query = 'query ($__0: Int) { sites(first: $__0) { nodes { name } } }'
    await comparedAfter(query, query.replace('Int', 'Int!'))
    await comparedAfter(SIZE[0], '{ sites(first: $__0) { nodes { name } } }', {
      variables: { __0: 3 },
    })
  })
})

it('two texts of one shape have the same document, so that their processor time is estimated alike', () => {
  const shapes = createDocumentShapes(schema)
  const find = (size: number) => {
    const normalised = normaliseDocument(`{ sites(first: ${size}) { totalCount } }`)
    if (!normalised) throw new Error('expected a normalised document')
    shapes.add(normalised)
    return shapes.find(normalised)
  }
  const [one, other] = [find(1), find(2)]
  expect(one?.document).toBe(other?.document)
  expect([one?.literals, other?.literals]).toEqual([{ __0: 1 }, { __0: 2 }])
})
