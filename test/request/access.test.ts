import { beforeAll, expect, it } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, service, startService } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'
import { poolOf, sentBy } from '../support/statements.js'

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(testDatabase())
})

/** How many statements that only authenticate are sent in `work`. */
async function authentications(work: () => Promise<unknown>): Promise<number> {
  const sent = await sentBy(poolOf(testDatabase()), work)
  return sent.filter(({ name }) => name?.startsWith('authenticate')).length
}

const headersOf = async (audience: 'graphql' | 'set_a' | 'set_b') => {
  const { accessToken } = await newSession(company.admin, audience)
  if (audience !== 'set_b') return { authorization: `Bearer ${accessToken}` }
  const { key } = await createApiKey(company.admin, { name: 'Test' })
  return { 'x-api-key': key, 'x-api-token': accessToken }
}

const get = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(`${await service()}${path}`, { headers })
  expect(response.status).toBe(200)
}

const graphql = async (query: string, address = service()) => {
  const headers = await headersOf('graphql')
  return authentications(async () => {
    expect((await post(query, {}, headers, address)).errors).toBeUndefined()
  })
}

const QUERY = '{ sites { nodes { name } } }'
/** Long documents are parsed only with a valid token. */
const LONG = '#'.repeat(3000)

it.each([
  ['a query with a new text', QUERY.replace('name', 'a: name')],
  ['a query whose text is known', QUERY],
  ['a long query with a new text', `${QUERY.replace('name', 'b: name')} ${LONG}`],
  ['a long query of a known shape', `${QUERY} ${LONG}`],
  [
    'a query that resolvers answer',
    '{ __typename sites { nodes { name } } ... @skip(if: true) { __typename } }',
  ],
  [
    'a mutation',
    'mutation { createClient(input: { legalName: "Acme" }) { client { legalName } } }',
  ],
])('authenticates %s with one statement', async (_, query) => {
  await graphql(QUERY)
  await graphql(QUERY)
  expect(await graphql(query)).toBe(1)
})

it('asks only the server of the company about a new token, if the database is distributed', async () => {
  const headers = await headersOf('set_b')
  const sent = await sentBy(poolOf(testDatabase()), () =>
    get('/v1/job-types?pageSize=1&pageIndex=1', headers),
  )
  const [first] = sent.filter(({ name }) => name?.startsWith('authenticate'))
  expect(first?.name).toMatch(/^authenticate-in-company/)
  expect(first?.values).toContain(company.companyId)
})

it('authenticates requests of the REST sets and downloads with one statement each', async () => {
  const { uuid } = await newDocument(company)
  const [setA, setB] = [await headersOf('set_a'), await headersOf('set_b')]
  expect(await authentications(() => get('/api/sites', setA))).toBe(1)
  expect(await authentications(() => get('/v1/job-types?pageSize=1&pageIndex=1', setB))).toBe(1)
  expect(await authentications(() => get(`/documents/${uuid}`, setB))).toBe(1)
})

it('asks the database about a pair without an API key, or of another interface, once or never', async () => {
  const { 'x-api-token': token = '' } = await headersOf('set_b')
  const send = (path: string) => async () => {
    const response = await fetch(`${await service()}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(401)
  }
  expect(await authentications(send('/v1/job-types'))).toBe(0)
  expect(await authentications(send('/api/sites'))).toBe(1)
})

it('authenticates a request once if the protection from overload has read its session first', async () => {
  const address = startService({ PROCESSOR_BUDGET_MS: '1' })
  const other = await newCompany(testDatabase())
  const { accessToken } = await newSession(other.admin)
  const exhaust = () => post(QUERY, {}, { authorization: `Bearer ${accessToken}` }, address)
  while ((await exhaust()).status !== 429);
  expect(await graphql(QUERY, address)).toBe(1)
})
