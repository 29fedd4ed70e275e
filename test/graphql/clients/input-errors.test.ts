import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, tokenOf } from '../../support/graphql.js'

/* A form finds the field of each invalid variable by `extensions.path`. */

let headers: { readonly authorization: string }
beforeAll(async () => {
  const { admin } = await newCompany(testDatabase())
  headers = { authorization: `Bearer ${await tokenOf(admin)}` }
})

/** The paths in the errors of a request, which must be refused before anything runs. */
async function pathsOf(query: string, variables: Record<string, unknown>): Promise<unknown[]> {
  const { status, data, errors = [] } = await post(query, variables, headers)
  expect([status, data]).toEqual([400, undefined])
  return errors.map(({ extensions: { code, path } }) => {
    expect(code).toBe('BAD_USER_INPUT')
    return path
  })
}

const CREATE =
  'mutation ($input: CreateAssetInput!) { createAsset(input: $input) { userErrors { code } } }'

describe('the path of an invalid variable', () => {
  it('leads into input, for all errors together', async () => {
    const input = {
      typeId: {},
      riskLevel: 'SEVERE',
      customFieldValues: [{ fieldId: 'a', value: '1' }, { value: 2 }],
      surprise: 1,
    }
    const paths = await pathsOf(CREATE, { input })
    expect(paths.sort()).toEqual([
      ['customFieldValues', '1', 'fieldId'],
      ['customFieldValues', '1', 'value'],
      ['riskLevel'],
      ['surprise'],
      ['typeId'],
      ['zoneId'],
    ])
  })

  it('leads into input if the variable is a part of it', async () => {
    const query = `mutation ($zone: ID!, $type: ID!, $value: String, $level: RiskLevel) { createAsset(input: {
      zoneId: $zone, typeId: $type, riskLevel: $level
      customFieldValues: [{ fieldId: "a" }, { fieldId: "b", value: $value }]
    }) { userErrors { code } } }`
    const variables = { zone: null, value: [1], level: 'SEVERE' }
    expect(await pathsOf(query, variables)).toEqual([
      ['zoneId'],
      ['typeId'],
      ['customFieldValues', '1', 'value'],
      ['riskLevel'],
    ])
  })

  it('begins with the argument outside of input', async () => {
    const query = `query ($filter: AssetFilter, $from: DateTime, $first: Int) {
      assets(first: $first, filter: $filter) { totalCount }
      jobs(filter: { createdAt: { from: $from } }) { totalCount }
    }`
    const filter = { createdAt: { from: 'yesterday' }, statuses: ['OK', 'GONE'] }
    const paths = await pathsOf(query, { filter, from: 'tomorrow', first: 1.5 })
    expect(paths).toEqual([
      ['filter', 'createdAt', 'from'],
      ['filter', 'statuses', '1'],
      ['filter', 'createdAt', 'from'],
      ['first'],
    ])
  })

  it('exists for null if the argument has a default value', async () => {
    const query = `query ($direction: OrderDirection = ASC) {
      assets(orderBy: [{ field: CODE }, { field: ID, direction: $direction }]) { totalCount } }`
    expect(await pathsOf(query, { direction: null })).toEqual([['orderBy', '1', 'direction']])
  })
})

it('the path of a range that ends before it begins has the name of its filter', async () => {
  const range = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }
  const query = 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }'
  for (const name of ['lastInspectedAt', 'nextInspectionDueAt', 'createdAt']) {
    expect(await pathsOf(query, { filter: { [name]: range } })).toEqual([[name]])
  }
})

describe('first, last and offset', () => {
  it.each(['first', 'last', 'offset'])(
    'are refused at run time if %s is negative',
    async (name) => {
      const query = `query ($n: Int) { sites(${name}: $n) { totalCount } }`
      const { status, errors } = await post(query, { n: -1 }, headers)
      expect(status).toBe(400)
      expect(errors).toEqual([
        expect.objectContaining({
          message: `${name} must not be negative.`,
          extensions: { code: 'BAD_USER_INPUT', argument: name },
        }),
      ])
      expect((await post(query, { n: 0 }, headers)).errors).toBeUndefined()
    },
  )
})
