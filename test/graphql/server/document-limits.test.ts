import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, service, tokenOf } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'

let company: TestCompany
let authorization: string
beforeAll(async () => {
  company = await newCompany(testDatabase())
  authorization = `Bearer ${await tokenOf(company.admin)}`
})

const asAdmin = (query: string, variables = {}) => post(query, variables, { authorization })
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

/** Each limit: a document with as many as allowed, and with one more. */
const limits: [string, (count: number) => string, number][] = [
  ['aliases', (count) => `{ viewer { ${times(count, (index) => `a${index}: role`)} } }`, 100],
  ['repeats of a response name', (count) => `{ viewer { ${times(count, () => 'role')} } }`, 20],
  ['root fields', (count) => `{ ${times(count, (index) => `a${index}: viewer { role }`)} }`, 50],
  [
    'mutations',
    (count) =>
      `mutation { ${times(count, (index) => `a${index}: removeSite(input: { id: "x" }) { site { id } }`)} }`,
    10,
  ],
  [
    'logins',
    (count) =>
      `mutation { ${times(count, (index) => `a${index}: login(input: { username: "x", password: "x" }) { tokenType }`)} }`,
    1,
  ],
]

describe('a document', () => {
  it.each(limits)('may have a maximum number of %s', async (_, document, limit) => {
    expect((await asAdmin(document(limit))).errors?.[0]?.extensions['code']).not.toBe(
      'QUERY_TOO_COMPLEX',
    )
    const sent = await statementsOf(company.db, async () => {
      const { status, errors } = await asAdmin(document(limit + 1))
      expect(status).toBe(400)
      expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
    })
    expect(sent).toEqual([])
  })

  it.each([
    ['directives on a field', `{ viewer { role ${'@include(if: true) '.repeat(21)} } }`, {}],
    ['values in a list', `{ nodes(ids: [${'"x" '.repeat(1001)}]) { id } }`, {}],
    [
      'values in a list of a variable',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: Array.from({ length: 1001 }, String) },
    ],
  ])('may not have too many %s', async (_, document, variables) => {
    const { status, errors } = await asAdmin(document, variables)
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })

  it('is refused with a few validation errors, however many it has', async () => {
    const { errors } = await asAdmin(`{ ${times(60, (index) => `unknown${index}`)} }`)
    expect(errors?.length).toBeLessThanOrEqual(6)
    expect(errors?.[0]?.extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

describe('a document without an access token', () => {
  it.each([
    ['characters', `{ __typename } # ${'x'.repeat(2200)}`],
    ['tokens', `{ ${times(201, (index) => `a${index}`)} }`],
  ])('may have few %s', async (_, document) => {
    for (const headers of [{}, { authorization: 'Bearer something' }]) {
      const { status, errors } = await post(document, {}, headers)
      expect(status).toBe(400)
      expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
    }
  })

  it('has the same limits with GET', async () => {
    const query = encodeURIComponent(`{ ${times(201, (index) => `a${index}`)} }`)
    const response = await fetch(`${await service()}/graphql?query=${query}`, {
      headers: { 'apollo-require-preflight': 'yes' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }],
    })
  })
})
