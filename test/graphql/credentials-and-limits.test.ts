import { beforeAll, describe, expect, it } from 'vitest'
import { newSession } from '../support/sessions.js'
import { newCompany, newSite, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, service, startService, tokenOf } from '../support/graphql.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../src/domain/api-key/revoke-api-key.js'

const VIEWER = '{ viewer { role user { databaseId } company { databaseId } } }'

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(testDatabase())
})

const asToken = (token: string) => post(VIEWER, {}, { authorization: `Bearer ${token}` })

describe('credentials', () => {
  it('may be an access token of any of the three interfaces', async () => {
    for (const audience of ['graphql', 'set_a', 'set_b'] as const) {
      const { accessToken } = await newSession(company.technician, audience)
      const { data } = await asToken(accessToken)
      expect(data.viewer).toEqual({
        role: 'TECHNICIAN',
        user: { databaseId: company.technician.viewer.userId },
        company: { databaseId: company.companyId },
      })
    }
  })

  it('may be an API key with a token of the same company, with or without "Bearer"', async () => {
    const { id, key } = await createApiKey(company.admin, { name: 'test' })
    const { accessToken } = await newSession(company.admin, 'set_b')
    for (const token of [accessToken, `Bearer ${accessToken}`]) {
      for (const time of [
        'by Apollo',
        'by a statement',
        'by one that is prepared',
        'from memory',
      ]) {
        const { data } = await post(VIEWER, {}, { 'x-api-key': key, 'x-api-token': token })
        expect(data.viewer.role, time).toBe('ADMIN')
      }
    }
    const other = await newCompany(testDatabase())
    const { accessToken: foreign } = await newSession(other.admin, 'set_b')
    const refused = await post(VIEWER, {}, { 'x-api-key': key, 'x-api-token': foreign })
    expect(refused.status).toBe(401)

    await revokeApiKey(company.admin, { id })
    const revoked = await post(VIEWER, {}, { 'x-api-key': key, 'x-api-token': accessToken })
    expect(revoked.status).toBe(401)
  })

  it('are the API key and its token if they are present, regardless of Authorization', async () => {
    const { key } = await createApiKey(company.admin, { name: 'pair' })
    const { accessToken } = await newSession(company.admin, 'set_b')
    const pair = { 'x-api-key': key, 'x-api-token': accessToken }
    expect((await post(VIEWER, {}, { ...pair, authorization: 'Bearer x' })).status).toBe(200)
    const wrong = { ...pair, 'x-api-token': 'x', authorization: `Bearer ${accessToken}` }
    expect((await post(VIEWER, {}, wrong)).status).toBe(401)
    const noToken = { 'x-api-key': key, authorization: `Bearer ${accessToken}` }
    expect((await post(VIEWER, {}, noToken)).status).toBe(200)
  })

  it('with an empty API key are rejected, also if the token is cached', async () => {
    const token = await tokenOf(company.admin)
    for (let time = 0; time < 4; time += 1) expect((await asToken(token)).status).toBe(200)
    const { status } = await post(VIEWER, {}, { 'x-api-key': '', 'x-api-token': token })
    expect(status).toBe(401)
  })

  it.each([
    ['none', {}],
    ['a bearer that is unknown', { authorization: 'Bearer nobody' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a token without its key', { 'x-api-token': 'token' }],
    ['a key alone', { 'x-api-key': 'key' }],
  ])(
    'that are %s are rejected with 401 and the same body',
    async (_, headers: Record<string, string>) => {
      const answer = await post(VIEWER, {}, headers)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.errors).toEqual([
        {
          message: expect.stringMatching(
            /required: .*`Authorization: Bearer <token>`, or .*`x-api-token`/,
          ),
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ])
    },
  )

  it('are rejected from the next request on if the user is disabled', async () => {
    const { viewer } = company.technician
    const token = await tokenOf(company.technician)
    for (const time of ['by Apollo', 'directly', 'from memory']) {
      expect((await asToken(token)).status, time).toBe(200)
    }
    await company.db.prisma.user.updateMany({
      where: { id: viewer.userId },
      data: { active: false },
    })
    for (const time of ['first', 'second']) expect((await asToken(token)).status, time).toBe(401)
    await company.db.prisma.user.updateMany({
      where: { id: viewer.userId },
      data: { active: true },
    })
  })
})

it('uses the user’s role at the time of the request', async () => {
  const { viewer } = company.technician
  const token = await tokenOf(company.technician)
  const role = async () => (await asToken(token)).data.viewer.role as string
  const become = (name: 'admin' | 'technician') =>
    company.db.prisma.membership.updateMany({
      where: { userId: viewer.userId },
      data: { role: name },
    })
  expect([await role(), await role(), await role()]).toEqual(Array(3).fill('TECHNICIAN'))
  await become('admin')
  expect([await role(), await role(), await role()]).toEqual(Array(3).fill('ADMIN'))
  await become('technician')
  expect(await role()).toBe('TECHNICIAN')
})

describe('an anonymous caller', () => {
  it('may query __typename and, outside production, the schema', async () => {
    expect((await post('{ __typename }')).data).toEqual({ __typename: 'Query' })
    expect((await post('{ __schema { queryType { name } } }')).data.__schema.queryType.name).toBe(
      'Query',
    )
  })

  it.each([
    [
      'a field beside an open one',
      'mutation { login(input: { username: "a", password: "b" }) { accessToken } logout(input: {}) { userErrors { code } } }',
    ],
    ['a field in a fragment', 'query { ...f } fragment f on Query { sites { totalCount } }'],
    ['a field in an inline fragment', '{ ... on Query { node(id: "x") { id } } }'],
  ])('is denied %s', async (_, query) => {
    const answer = await post(query)
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' })
    expect(answer.status).toBe(401)
    expect(answer.data).toBeUndefined()
  })

  it('is denied the schema in production, where a user is not', async () => {
    const address = await startService({ NODE_ENV: 'production', DATABASE_URL: 'embedded' })
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
      })
      return response.status
    }
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: `Bearer ${await tokenOf(company.admin)}` })).toBe(200)
  })
})

describe('limits', () => {
  const asAdmin = async (query: string, variables = {}) =>
    post(query, variables, { authorization: `Bearer ${await tokenOf(company.admin)}` })

  it('reject a query that nests too deeply, also in fragments', async () => {
    const deep =
      '{ sites { nodes { client { sites { nodes { client { sites { nodes { client { sites { nodes { client { id } } } } } } } } } } } } }'
    const { errors, status } = await asAdmin(deep)
    expect(errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' })
    expect(status).toBe(400)
    const hidden = `{ sites { nodes { ...a } } }
      fragment a on Site { client { sites { nodes { ...b } } } }
      fragment b on Site { client { sites { nodes { ...c } } } }
      fragment c on Site { client { sites { nodes { client { sites { nodes { id } } } } } } }`
    expect((await asAdmin(hidden)).errors?.[0]?.extensions['code']).toBe('QUERY_TOO_COMPLEX')
  })

  it('reject a query whose page sizes allow too large a response', async () => {
    const query = `query ($n: Int) { sites(first: $n) { nodes { zones(first: $n) { nodes { assets(first: $n) { nodes { code } } } } } } }`
    expect((await asAdmin(query, { n: 10 })).errors).toBeUndefined()
    const { errors } = await asAdmin(query, { n: 100 })
    expect(errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' })
    expect((await asAdmin(query, { n: 10 })).errors).toBeUndefined()
  })

  it('include page sizes from default values of variables', async () => {
    const query = `query ($n: Int = 100) { sites(first: $n) { nodes { zones(first: $n) { nodes { assets(first: $n) { nodes { code } } } } } } }`
    expect((await asAdmin(query, { n: null })).errors).toBeUndefined()
    expect((await asAdmin(query)).errors?.[0]?.extensions['code']).toBe('QUERY_TOO_COMPLEX')
    expect((await asAdmin(query, { n: 10 })).errors).toBeUndefined()
  })

  it('count a single id for a list argument', async () => {
    const below =
      'sites(first: 20) { nodes { zones(first: 20) { nodes { name sizeSquareMetres id } } } }'
    const query = `query ($ids: [ID!]! = []) { nodes(ids: $ids) { ... on Client { ${below} ${below.replace('sites', 'more: sites')} } } }`
    expect((await asAdmin(query, { ids: 'x' })).errors).toBeUndefined()
    const { errors } = await asAdmin(query, { ids: Array.from({ length: 100 }, () => 'x') })
    expect(errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' })
  })

  const FILTERED = 'query ($filter: SiteFilter) { sites(filter: $filter) { totalCount } }'
  const nested = (levels: number) => `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`
  const searching = (count: number) => `{"or":[${Array(count).fill('{"search":"a"}').join()}]}`

  it.each([
    ['many', searching(500)],
    ['nested', nested(101)],
    ['nested without end', nested(120_000)],
  ])('reject filters with too many conditions: %s', async (_, filter) => {
    expect((await asAdmin(FILTERED, { filter: JSON.parse(searching(499)) })).status).toBe(200)
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    for (let time = 0; time < 3; time += 1) {
      const response = await fetch(`${await service()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: `{"query":${JSON.stringify(FILTERED)},"variables":{"filter":${filter}}}`,
      })
      const { errors } = (await response.json()) as { errors: { extensions: object }[] }
      expect([response.status, errors[0]?.extensions]).toEqual([400, { code: 'QUERY_TOO_COMPLEX' }])
    }
  })

  it.each([100, 600, 1200, 2000, 2400, 3300])(
    'reject a document whose values nest %s deep, without internal details',
    async (levels) => {
      const filter = `${'{ not: '.repeat(levels)}{}${' }'.repeat(levels)}`
      const { status, errors } = await asAdmin(`{ sites(filter: ${filter}) { totalCount } }`)
      if (levels === 100) {
        expect([status, errors]).toEqual([200, undefined])
      } else {
        expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'QUERY_TOO_COMPLEX' }])
      }
    },
  )

  it('count the requested ids of each request', async () => {
    const below =
      'sites(first: 20) { nodes { zones(first: 20) { nodes { name sizeSquareMetres id } } } }'
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Client { ${below} } } }`
    expect((await asAdmin(query, { ids: ['x'] })).errors).toBeUndefined()
    const { errors } = await asAdmin(query, { ids: Array.from({ length: 100 }, () => 'x') })
    expect(errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' })
  })

  it('reject a short document whose fragments expand to billions of fields', async () => {
    const doubled = Array.from(
      { length: 60 },
      (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`,
    )
    const query = `{ ...f0 } ${doubled.join(' ')} fragment f60 on Query { viewer { role } }`
    const { errors, status } = await asAdmin(query)
    expect(errors?.[0]?.extensions).toEqual({ code: 'QUERY_TOO_COMPLEX' })
    expect(status).toBe(400)
    expect((await post(query)).status).toBe(401)
  })

  it('apply to each operation of a document', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'id' : `client { sites { nodes { ${nested(levels - 1)} } } }`
    const query = `query a { viewer { role } } query b { sites { nodes { ${nested(4)} } } }`
    const address = await service()
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    const statusOf = async (operationName: string) => {
      const response = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query, operationName }),
      })
      return response.status
    }
    expect([await statusOf('a'), await statusOf('b')]).toEqual([200, 400])
  })

  it.each([
    ['which the document does not have', 'c', 'The document has no operation named c.'],
    [
      'that is missing, though there are several',
      undefined,
      'The document has several operations: set operationName to one of them.',
    ],
  ])('reject an operation %s', async (_, operationName, message) => {
    const query = 'query a { viewer { role } } query b { viewer { role } }'
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(`${await service()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query, operationName }),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        errors: [{ message, extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }],
      })
    }
  })

  it('reject a document of too many tokens, and a body that is too large', async () => {
    const long = `{ ${'__typename '.repeat(11_000)} }`
    expect((await asAdmin(long)).status).toBe(400)
    const response = await fetch(`${await service()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: ' '.repeat(2_000_000) }),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    })
  })

  it('count requests, and reject those above the limit with 429', async () => {
    const address = await startService({ RATE_LIMIT_PER_MINUTE: '2' })
    const ask = () =>
      fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      })
    expect((await ask()).headers.get('ratelimit-remaining')).toBe('1')
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    })
  })
})

describe('errors', () => {
  const ask = async (
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => {
    const response = await fetch(`${await service()}/graphql`, { method: 'POST', headers, body })
    return {
      status: response.status,
      id: response.headers.get('x-request-id'),
      body: await response.json(),
    }
  }

  it.each([
    ['no JSON', '{'],
    ['no query', '{}'],
    ['a syntax error', '{"query":"{"}'],
    ['an unknown field', '{"query":"{ nothing }"}'],
    ['no operation of that name', '{"query":"query a { __typename }","operationName":"b"}'],
  ])('are GraphQL errors with 400 and a request id for %s', async (_, body) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/)
    expect((answer.body as { errors: { message: string }[] }).errors[0]?.message).toBeTruthy()
  })

  it('include one with 400 for a subscription', async () => {
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    const { status, errors, data } = await post(
      'subscription { changes { cursor } }',
      {},
      { authorization },
    )
    expect([status, errors?.[0]?.extensions, data]).toEqual([
      400,
      { code: 'BAD_REQUEST' },
      undefined,
    ])
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    'include one with 405 for the method %s',
    async (method) => {
      const response = await fetch(`${await service()}/graphql`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
      if (method === 'HEAD') return
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'BAD_REQUEST' } }],
      })
    },
  )

  it('keep status 200 if a mutation of the document succeeded', async () => {
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    const wrong = 'refreshToken(input: { refreshToken: "x" }) { accessToken }'
    const half = `mutation { a: createClient(input: { legalName: "Half" }) { client { legalName } } b: ${wrong} }`
    const answer = await post(half, {}, { authorization })
    expect(answer).toMatchObject({
      status: 200,
      data: { a: { client: { legalName: 'Half' } }, b: null },
      errors: [{ path: ['b'], extensions: { code: 'UNAUTHENTICATED' } }],
    })
    expect((await post(`mutation { b: ${wrong} }`)).status).toBe(401)
  })

  it('include one for a request that another site could forge', async () => {
    const answer = await ask('{"query":"{ __typename }"}', { 'content-type': 'text/plain' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const get = await fetch(`${await service()}/graphql?query={__typename}`)
    expect(get.status).toBe(400)
  })

  it.each([
    ['a number where an id list is wanted', { filter: { typeIds: 5.5 } }],
    ['an unknown enum value', { filter: { statuses: ['BROKEN'] } }],
    ['an invalid time', { filter: { createdAt: { from: 'yesterday' } } }],
    ['a page size that is not an integer', { first: 1.5 }],
    ['a page size that is a text', { first: '2' }],
    ['a page size that is a list', { first: [2] }],
  ])('name the variable of %s', async (_, variables) => {
    const token = await tokenOf(company.admin)
    const answer = await post(
      'query ($filter: AssetFilter, $first: Int) { assets(filter: $filter, first: $first) { totalCount } }',
      variables,
      { authorization: `Bearer ${token}` },
    )
    expect(answer.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    expect(answer.errors?.[0]?.message).toMatch(/\$(filter|first)/)
    expect(answer.status).toBe(400)
  })

  it('include one for a range that ends before it begins', async () => {
    await newSite(company)
    const token = await tokenOf(company.admin)
    const answer = await post(
      '{ sites(filter: { createdAt: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" } }) { totalCount } }',
      {},
      { authorization: `Bearer ${token}` },
    )
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      argument: 'createdAt',
      path: ['createdAt'],
    })
  })

  it('do not include one for a search text that cannot be stored', async () => {
    const token = await tokenOf(company.admin)
    const answer = await post(
      `query ($s: String!) { sites(filter: { search: $s }) { totalCount }
        others: sites(filter: { not: { search: $s } }) { totalCount }
        assets(filter: { codes: [$s] }) { totalCount } asset(by: { code: "\\u0000" }) { id } }`,
      { s: 'a\0b' },
      { authorization: `Bearer ${token}` },
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.data.sites.totalCount).toBe(0)
    expect(answer.data.others.totalCount).toBeGreaterThan(0)
    expect(answer.data.assets.totalCount).toBe(0)
    expect(answer.data.asset).toBeNull()
  })
})
