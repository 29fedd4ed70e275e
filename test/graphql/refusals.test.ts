import {
  getNamedType,
  type GraphQLField,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Operation, policy } from '../../src/domain/access/policy.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../src/domain/domain.js'
import { Random } from '../../src/demo/random.js'
import { testDatabase } from '../support/database.js'
import { newCompany } from '../support/builders.js'
import { graph, schema, service, tokenOf } from '../support/graphql.js'
import { inputTypeOf, mutationNames, recordFieldOf } from './mutations/run-mutation.js'
import { validInputs } from './mutations/valid-inputs.js'
import { type FullCompany, newFullCompany, uuidsOf } from './full-company.js'
import { randomDocument } from './sql-answer/random-document.js'

/** The number of random documents, and the seed of the first one. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 200)
const FIRST = Number(process.env['SEED'] ?? 1)
const DOCUMENTS_PER_TEST = 100

const ACCEPTS = [
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
] as const

const JSON_ONLY = 'application/json'

async function statusOf(
  domain: Domain,
  accept: string,
  query: string,
  variables: Record<string, unknown> = {},
) {
  const response = await fetch(`${await service()}/graphql`, {
    method: 'POST',
    headers: {
      accept,
      authorization: `Bearer ${await tokenOf(domain)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  })
  return [response.status, await response.text()] as const
}

let company: FullCompany
beforeAll(async () => {
  company = await newFullCompany()
})

describe('a field that a technician may not read', () => {
  it('is null and has an error with its path, and the rest of the data is sent', async () => {
    const { data, errors } = await graph(company.technician)(`{
      company { name keys: apiKeys { totalCount } history { totalCount } }
      auditLog { nodes { action } }
      sites(first: 1) { nodes { name history(first: 1) { nodes { at } } zones(first: 1) { totalCount } } }
    }`)
    expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual(
      expect.arrayContaining([
        [['company', 'keys'], 'FORBIDDEN'],
        [['company', 'history'], 'FORBIDDEN'],
        [['auditLog'], 'FORBIDDEN'],
        [['sites', 'nodes', 0, 'history'], 'FORBIDDEN'],
      ]),
    )
    expect(errors).toHaveLength(4)
    expect(data).toMatchObject({
      company: { name: expect.any(String), keys: null, history: null },
      auditLog: null,
      sites: { nodes: [{ name: expect.any(String), history: null }] },
    })
    expect(data.sites.nodes[0].zones.totalCount).toBeGreaterThan(0)
  })

  it.each(ACCEPTS)('is status 200 beside other data, and 403 alone, for %s', async (accept) => {
    const { technician } = company
    const [beside] = await statusOf(
      technician,
      accept,
      '{ company { name } auditLog { totalCount } }',
    )
    const [alone, text] = await statusOf(technician, accept, '{ auditLog { totalCount } }')
    expect([beside, alone]).toEqual([200, accept === JSON_ONLY ? 200 : 403])
    expect(JSON.parse(text)).toEqual({
      data: { auditLog: null },
      errors: [
        {
          message: 'Your role does not allow this operation.',
          locations: [{ line: 1, column: 3 }],
          path: ['auditLog'],
          extensions: { code: 'FORBIDDEN' },
        },
      ],
    })
  })

  it('does not keep a mutation from writing', async () => {
    const { data, errors } = await graph(company.technician)(
      `mutation ($input: UpdateAssetInput!) {
        updateAsset(input: $input) { asset { riskLevel history { totalCount } } userErrors { code } } }`,
      { input: { id: company.asset.uuid, riskLevel: 'LOW' } },
    )
    expect(data.updateAsset).toEqual({
      asset: { riskLevel: 'LOW', history: null },
      userErrors: [],
    })
    expect(errors?.map(({ path }) => path)).toEqual([['updateAsset', 'asset', 'history']])
  })

  it('can be a record of a type for admins: `node` reveals nothing about it', async () => {
    const { uuid: key } = await createApiKey(company.admin, { name: 'Importer' })
    for (const fields of [
      'id',
      '__typename',
      'id ... on ApiKey { name }',
      '... on Site { name }',
    ]) {
      const { data, errors } = await graph(company.technician)(
        `{ node(id: "${key}") { ${fields} } }`,
      )
      expect(data).toEqual({ node: null })
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'FORBIDDEN' } }])
    }
    const { data, errors } = await graph(company.technician)(
      `{ nodes(ids: ["${key}", "${company.site.uuid}"]) { id __typename } }`,
    )
    expect(data).toEqual({ nodes: [null, { id: company.site.uuid, __typename: 'Site' }] })
    expect(errors).toMatchObject([{ path: ['nodes', 0], extensions: { code: 'FORBIDDEN' } }])
    const site = await graph(company.technician)(
      `{ node(id: "${company.site.uuid}") { id ... on ApiKey { name } } }`,
    )
    expect([site.data, site.errors]).toEqual([{ node: { id: company.site.uuid } }, undefined])
  })
})

it.each(ACCEPTS)('a list of removed records is refused as a whole, for %s', async (accept) => {
  const query = '{ company { name } sites(filter: { removed: ONLY }) { totalCount } }'
  const [status, text] = await statusOf(company.technician, accept, query)
  expect(status).toBe(accept === JSON_ONLY ? 200 : 403)
  expect(JSON.parse(text)).toEqual({
    errors: [
      {
        message: 'Your role does not allow this operation.',
        extensions: { code: 'FORBIDDEN' },
      },
    ],
  })
})

describe('no row of the policy is a fault', () => {
  const id = '019b76da-a8a6-75d2-aa75-997c77ef3f05'
  const values: Readonly<Record<string, string>> = {
    id: `"${id}"`,
    ids: `["${id}"]`,
    code: '"x"',
    data: '"x"',
  }
  const asked = ({ name, args, type }: GraphQLField<unknown, unknown>) => {
    const given = args
      .filter(isRequiredArgument)
      .map((argument) => `${argument.name}: ${values[argument.name] ?? '{}'}`)
    return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${isCompositeType(getNamedType(type)) ? '{ __typename }' : ''}`
  }
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
  const others: Partial<Record<Operation, string>> = {
    apiKeys: '{ company { apiKeys { totalCount } } }',
    auditEntries: '{ company { history { totalCount } } }',
    listRemoved: '{ sites(filter: { removed: ONLY }) { totalCount } }',
    document: '{ jobs { nodes { documents { totalCount } } } }',
  }
  const rows = Object.keys(policy) as Operation[]

  it('each row but the upload has an operation', () => {
    const followed = Object.keys(schema.getSubscriptionType()?.getFields() ?? {})
    const asked = [...queries.map(({ name }) => name), ...Object.keys(others)]
    const names = [...asked, ...followed, ...mutationNames]
    // `createCalendarLink` with a site is one more row.
    const without = ['createDocument', 'createSiteCalendarLink']
    expect(rows.filter((row) => !names.includes(row)).sort()).toEqual(without)
  })

  it.each([...queries.map((field) => `{ ${asked(field)} }`), ...Object.values(others)])(
    '%s',
    async (query) => {
      for (const domain of [company.admin, company.technician]) {
        for (const accept of ACCEPTS) {
          const [status, text] = await statusOf(domain, accept, query)
          expect(status, text).toBeLessThan(500)
          expect(text).not.toContain('INTERNAL_SERVER_ERROR')
        }
      }
    },
  )

  it.each(mutationNames)('%s', async (name) => {
    const own = await newCompany(testDatabase(), { allowExternalBarcodes: true })
    const input = await validInputs[name]?.(own)
    const query = `mutation ($input: ${inputTypeOf(name).name}!) { ${name}(input: $input) { __typename } }`
    for (const domain of [own.technician, own.admin]) {
      for (const accept of ACCEPTS) {
        const [status, text] = await statusOf(domain, accept, query, { input })
        expect(status, text).toBeLessThan(500)
        expect(text).not.toContain('INTERNAL_SERVER_ERROR')
        if (domain === own.technician && policy[name as Operation].access === 'admin') {
          expect([status, text]).toEqual([accept === JSON_ONLY ? 200 : 403, text])
          expect(text).toContain('"FORBIDDEN"')
        }
      }
    }
  })
})

describe('a payload that selects the history of its record is answered', () => {
  const recordTypeOf = (name: string) => {
    const payload = getNamedType(schema.getMutationType()!.getFields()[name]!.type)
    const field = isObjectType(payload) ? payload.getFields()[recordFieldOf(name)] : undefined
    return field && getNamedType(field.type)
  }
  const names = mutationNames.filter((name) => {
    const type = recordTypeOf(name)
    return isObjectType(type) && 'history' in type.getFields()
  })

  it('most mutations return such a record', () => {
    expect(names.length).toBeGreaterThan(mutationNames.length / 2)
  })

  it.each(names)('%s', async (name) => {
    const record = recordFieldOf(name)
    const query = `mutation ($input: ${inputTypeOf(name).name}!) {
      ${name}(input: $input) { ${record} { history(first: 1) { totalCount } } userErrors { code } } }`
    for (const accept of ACCEPTS) {
      const own = await newCompany(testDatabase(), { allowExternalBarcodes: true })
      const input = await validInputs[name]?.(own)
      const [status, text] = await statusOf(own.technician, accept, query, { input })
      expect(status, text).toBeLessThan(500)
      const { data, errors } = JSON.parse(text)
      const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code)
      expect(new Set(codes)).toEqual(new Set(['FORBIDDEN']))
      if (policy[name as Operation].access !== 'admin') {
        expect([status, [data[name][record]].flat()]).toEqual([
          200,
          codes.map(() => ({ history: null })),
        ])
      }
      const [statusOfAdmin, answer] = await statusOf(own.admin, accept, query, { input })
      expect(statusOfAdmin, answer).toBe(200)
    }
  })
})

describe('random documents of both roles', () => {
  const firsts = Array.from(
    { length: Math.ceil(DOCUMENTS / DOCUMENTS_PER_TEST) },
    (_, index) => FIRST + index * DOCUMENTS_PER_TEST,
  )
  it.each(firsts)('get no status of 500 or above, from seed %i', async (first) => {
    const ids = Object.values(uuidsOf(company))
    const end = Math.min(first + DOCUMENTS_PER_TEST, FIRST + DOCUMENTS)
    for (let seed = first; seed < end; seed += 1) {
      const { query, vectors } = randomDocument(schema, seed, ids, { removed: 0.1 })
      const random = new Random(`sender ${seed}`)
      const domain = random.chance(0.25) ? company.admin : company.technician
      const accept = random.pick(ACCEPTS)
      for (const variables of vectors) {
        const [status, text] = await statusOf(domain, accept, query, variables)
        expect(status, `${query}\n${text}`).toBeLessThan(500)
        expect(text, query).not.toContain('INTERNAL_SERVER_ERROR')
      }
    }
  })
})
