import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_QUEUED_CALLS, queueForHashing } from '../../src/domain/credential/hashing-queue.js'
import { newClient, newCompany, newSite, PASSWORD, type TestCompany } from '../support/builders.js'
import { serviceDatabase, testDatabase } from '../support/database.js'
import { tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'
import { expectOneWarning } from '../support/shed-warnings.js'
import { sentBy } from '../support/statements.js'
import { bearerOf } from '../set-a/rest.js'
import { newKey, pairOf } from '../set-b/rest.js'
import { untilBlocked } from '../support/until-blocked.js'

type HeaderValues = Record<string, string>

/** A type that Apollo accepts for a GET, because a form cannot send it. */
const JSON_TYPE = { 'content-type': 'application/json' }

let company: TestCompany
let service: Awaited<ReturnType<typeof startLoggedService>>
let authorization: string

beforeAll(async () => {
  company = await newCompany(testDatabase())
  service = await startLoggedService()
  authorization = `Bearer ${await tokenOf(company.admin)}`
})

const send = (path: string, method = 'GET', headers: HeaderValues = {}, body?: unknown) =>
  fetch(`${service.address}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const ask = (query: string, variables: object = {}, headers: HeaderValues = { authorization }) =>
  send('/graphql', 'POST', headers, { query, variables })

/** The response's log line, and the length of its body. */
async function logged(sending: Promise<Response>) {
  const response = await sending
  const body = await response.text()
  return { line: await service.lineOf(response), length: Buffer.byteLength(body), response }
}

/** Sends requests while they cannot read a table, for at least 50 ms after the first one waits. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  let result: Promise<Result> | undefined
  await testDatabase().transaction(async (db) => {
    await db.write({ text: `lock table ${table}` })
    result = work()
    await untilBlocked((statement) => db.write(statement))
    await delay(50)
  })
  return result as Promise<Result>
}

const UNPARSED = { interface: 'other', address: '127.0.0.1', errors: ['BAD_REQUEST'] }

/** Sends bytes, and returns the line of the request. */
async function lineOfBytes(bytes: string) {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
  socket.end(bytes)
  const [, id = ''] = /x-request-id: (.*)\r/.exec(await text(socket)) ?? []
  return service.lineOf({ headers: new Headers({ 'x-request-id': id }) })
}

const viewer = () => ({
  company: company.admin.viewer.companyId,
  user: company.admin.viewer.userId,
})

describe('each request is one line with the same fields', () => {
  it('of a GraphQL query that SQL answers', async () => {
    const query = 'query Sites { sites(first: 2) { nodes { name } } }'
    for (const time of ['first', 'second', 'third', 'fourth']) {
      const { line, length } = await logged(ask(query))
      expect(line, time).toMatchObject({
        level: 30,
        interface: 'graphql',
        operation: 'Sites',
        kind: 'query',
        method: 'POST',
        path: '/graphql',
        status: 200,
        ...viewer(),
        address: '127.0.0.1',
        // The first one authenticates with a statement of its own.
        statements: time === 'first' ? 2 : 1,
        bytes: length,
      })
      expect(line['databaseMs'], time).toBeGreaterThan(0)
      expect(line['ms'], time).toBeGreaterThanOrEqual(line['databaseMs'] as number)
      expect(line, time).not.toHaveProperty('errors')
    }
  })

  it('of a mutation', async () => {
    const { line } = await logged(
      ask('mutation { createClient(input: { legalName: "One" }) { client { legalName } } }'),
    )
    expect(line).toMatchObject({ operation: 'createClient', kind: 'mutation', status: 200 })
    expect(line).toMatchObject(viewer())
    expect(line['statements']).toBeGreaterThanOrEqual(2)
  })

  it('of an operation of Set A', async () => {
    const { line, length } = await logged(send('/api/sites', 'GET', await bearerOf(company.admin)))
    expect(line).toMatchObject({
      interface: 'set-a',
      operation: 'ListSites',
      kind: 'query',
      method: 'GET',
      path: '/api/sites',
      status: 200,
      ...viewer(),
      address: '127.0.0.1',
      bytes: length,
    })
    expect(line['statements']).toBeGreaterThanOrEqual(2)
  })

  it('of an operation of Set B', async () => {
    const { line, length } = await logged(
      send('/v1/sites?pageSize=10&pageIndex=0', 'GET', await pairOf(company.admin)),
    )
    expect(line).toMatchObject({
      interface: 'set-b',
      kind: 'query',
      path: '/v1/sites',
      status: 200,
      ...viewer(),
      bytes: length,
    })
    expect(line['operation']).toMatch(/sites/i)
  })

  it('of a sign-in with an API key, whose user is not known', async () => {
    const body = { username: company.users.admin.email, password: PASSWORD }
    const headers = { 'x-api-key': await newKey(company.admin) }
    const { line } = await logged(send('/api/authentication/login', 'POST', headers, body))
    expect(line).toMatchObject({ interface: 'set-b', kind: 'mutation', status: 200 })
    expect(line).toMatchObject({ company: viewer().company })
    expect(line).not.toHaveProperty('user')
  })

  it('of a document', async () => {
    const { line } = await logged(
      send('/documents/019b76da-a8a6-75d2-aa75-997c77ef3f05', 'GET', { authorization }),
    )
    expect(line).toMatchObject({
      interface: 'documents',
      operation: 'downloadDocument',
      kind: 'query',
      status: 404,
      errors: ['NOT_FOUND'],
      ...viewer(),
    })
  })

  it('of a path without an interface', async () => {
    const { line } = await logged(send('/nothing?secret=1'))
    expect(line).toMatchObject({ interface: 'other', path: '/nothing', status: 404, statements: 0 })
  })

  it('of a path that the router rejects', async () => {
    const { line } = await logged(send('/api/%zz'))
    expect(line).toMatchObject({ interface: 'other', status: 400, errors: ['BAD_REQUEST'] })
    expect(line).toMatchObject({ path: '/api/%zz', reason: 'The path is malformed.' })
  })

  it('of bytes that are not HTTP', async () => {
    const line = await lineOfBytes('PASSWORD hunter2\r\n\r\n')
    expect(line).toMatchObject({ status: 400, reason: 'This is not an HTTP request.', ...UNPARSED })
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  it('of headers that are too large, with the client’s own id', async () => {
    const headers = `x-request-id: large-1\r\nx-large: ${'a'.repeat(20_000)}`
    const line = await lineOfBytes(`GET /v1/sites?a=1 HTTP/1.1\r\n${headers}\r\n\r\n`)
    expect(line).toMatchObject({
      reqId: 'large-1',
      method: 'GET',
      path: '/v1/sites',
      reason: 'The headers are larger than 16384 bytes.',
      ...UNPARSED,
    })
  })
})

describe('the statements of a line are those that were sent', () => {
  it.each([
    ['by Prisma', 'mutation { logout(input: { everywhere: true }) { ok } }'],
    [
      'in a transaction',
      'mutation { createClient(input: { legalName: "A" }) { client { sites { totalCount } } } }',
    ],
    ['by the resolvers', '{ sites { totalCount nodes { zones { nodes { name } } } } }'],
  ])('%s', async (_, query) => {
    const other = await newCompany(testDatabase())
    await newSite(other)
    const token = await tokenOf(other.admin)
    let line: Record<string, unknown> = {}
    const sent = await sentBy(serviceDatabase().pool, async () => {
      ;({ line } = await logged(ask(query, {}, { authorization: `Bearer ${token}` })))
    })
    const texts = sent.map((statement) => statement.text)
    const counted = texts.filter(
      (each) => !/^(begin|commit|set_config|select set_config)/i.test(each),
    )
    expect(line['statements'], texts.join('\n')).toBe(counted.length)
  })
})

it('a compressed response counts as it was sent', async () => {
  for (let number = 0; number < 20; number += 1) await newClient(company)
  const { line, length } = await logged(
    send(
      '/graphql',
      'POST',
      { authorization, 'accept-encoding': 'gzip' },
      {
        query: '{ clients(first: 100) { nodes { id legalName createdAt updatedAt } } }',
      },
    ),
  )
  expect(line['bytes']).toBeGreaterThan(0)
  expect(line['bytes']).toBeLessThan(length)
})

describe('a line says what is invalid', () => {
  it.each([
    [
      'an unknown field',
      '{ nothing }',
      ['GRAPHQL_VALIDATION_FAILED'],
      'Cannot query field "nothing" on type "Query".',
    ],
    ['a syntax error', '{ sites(', ['GRAPHQL_PARSE_FAILED'], 'Syntax error at 1:9.'],
    [
      'a large page',
      '{ sites(first: 101) { totalCount } }',
      ['BAD_USER_INPUT'],
      'Invalid value of first.',
    ],
  ])('%s in GraphQL', async (_, query, errors, reason) => {
    const { line } = await logged(ask(query))
    expect(line).toMatchObject({ status: 400, errors, reason })
  })

  it('variables in GraphQL', async () => {
    const query =
      'mutation Add($input: CreateClientInput!) { createClient(input: $input) { userErrors { code } } }'
    const { line } = await logged(ask(query, { input: { legalName: { nested: 'x' } } }))
    expect(line).toMatchObject({
      operation: 'Add',
      errors: ['BAD_USER_INPUT'],
      reason: 'Invalid value of legalName.',
    })
  })

  it('userErrors, also if the client did not select them', async () => {
    const { line } = await logged(
      ask('mutation { createClient(input: { legalName: "" }) { client { id } } }'),
    )
    expect(line).toMatchObject({ status: 200, errors: ['REQUIRED'], reason: 'legalName REQUIRED' })
  })

  it.each<[string, ...Parameters<typeof send>]>([
    ['an empty object', '/graphql', 'POST', {}, {}],
    ['a batch', '/graphql', 'POST', {}, [{ query: '{ viewer { role } }' }]],
    ['a document that is a number', '/graphql', 'POST', {}, { query: 17171717 }],
    [
      'variables as text',
      '/graphql',
      'POST',
      {},
      { query: '{ __typename }', variables: 'hunter2' },
    ],
    [
      'variables that are not JSON',
      '/graphql?query={__typename}&variables=hunter2',
      'GET',
      JSON_TYPE,
    ],
    ['a GET of another origin', '/graphql?query={__typename}', 'GET'],
  ])('%s, which Apollo refuses', async (_, ...request) => {
    const { line } = await logged(send(...request))
    expect(line).toMatchObject({ interface: 'graphql', status: 400, errors: ['BAD_REQUEST'] })
    expect(line['reason']).toMatch(/^.{20,}/)
    expect(JSON.stringify(line)).not.toMatch(/hunter2|17171717/)
  })

  it('a body that is not JSON', async () => {
    const { line } = await logged(
      send('/graphql', 'POST', { authorization }, '{"password":"hidden'),
    )
    expect(line).toMatchObject({ interface: 'graphql', status: 400, errors: ['BAD_REQUEST'] })
    expect(line['reason']).toMatch(/JSON/)
    expect(JSON.stringify(line)).not.toContain('hidden')
  })

  it('fields of Set B', async () => {
    const { line } = await logged(
      send('/v1/sites', 'POST', await pairOf(company.admin), { clientId: 'x' }),
    )
    expect(line).toMatchObject({ interface: 'set-b', status: 400 })
    expect(line['errors']).toContain('REQUIRED')
    expect(line['reason']).toMatch(/clientId INVALID|name REQUIRED/)
  })

  it('fields of Set A', async () => {
    const { line } = await logged(send('/api/job', 'POST', await bearerOf(company.admin), {}))
    expect(line).toMatchObject({ interface: 'set-a', status: 400, errors: ['REQUIRED'] })
    expect(line['reason']).toContain('site_id REQUIRED')
  })

  it.each([
    ['a literal of a wrong type', '{ login(password: 17171717) }', '17171717'],
    [
      'an enum value',
      'mutation { login(input: { username: "a", password: hunter2 }) { accessToken } }',
      'hunter2',
    ],
    ['a string between fields', '{ sites "hunter2" }', 'hunter2'],
    ['an object', 'mutation { login(input: "hunter2") { accessToken } }', 'hunter2'],
  ])('but not the value of %s', async (_, query, value) => {
    const { line } = await logged(ask(query))
    expect(line).toMatchObject({ status: 400 })
    expect(JSON.stringify(line)).not.toContain(value)
  })
})

it('sign-ins are refused for overload while too many passwords wait, with one warning', async () => {
  const [began, before] = [performance.now(), service.lines.length]
  const key = { 'x-api-key': await newKey(company.admin) }
  const input = { username: company.users.admin.email, password: PASSWORD }
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const waiting = Array.from({ length: MAX_QUEUED_CALLS }, () => queueForHashing(() => ended))
  const responses = [
    ask(login, { input }, {}),
    ask(login, { input }, {}),
    send('/api/authentication/login', 'POST', key, input),
  ]
  for (const response of responses) {
    const { line } = await logged(response)
    expect(line).toMatchObject({ status: 503, errors: ['UNAVAILABLE'], refusal: 'overload' })
  }
  expectOneWarning(service.lines.slice(before), began)
  end()
  await Promise.all(waiting)
})

it('refused credentials have no user, also if they were valid before', async () => {
  const token = await tokenOf(company.admin)
  const headers = { authorization: `Bearer ${token}` }
  const query = '{ viewer { role } }'
  for (let time = 0; time < 3; time += 1) await (await ask(query, {}, headers)).text()
  await (await ask('mutation { logout(input: {}) { ok } }', {}, headers)).text()
  const { line } = await logged(ask(query, {}, headers))
  expect(line).toMatchObject({ status: 401, errors: ['UNAUTHENTICATED'] })
  expect(line).not.toHaveProperty('user')
})

describe('the id of a request', () => {
  it('is the client’s own if it is well-formed', async () => {
    const id = 'web-1:7f3a.22/b=c'
    const { response, line } = await logged(send('/health', 'GET', { 'x-request-id': id }))
    expect(response.headers.get('x-request-id')).toBe(id)
    expect(line).toMatchObject({ reqId: id })
  })

  it.each([
    ['with spaces', 'a b'],
    ['that is too long', 'a'.repeat(129)],
    ['with quotes', '"a"'],
  ])('is new instead of one %s', async (_, id) => {
    const { response } = await logged(send('/health', 'GET', { 'x-request-id': id }))
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })
})

it('a refused request is not a slow one', async () => {
  const slow = await startLoggedService({ SLOW_MS: '1', PROCESSOR_BUDGET_MS: '1' })
  let refused = new Response()
  while (refused.status !== 429) refused = await fetch(`${slow.address}/graphql?query={x}`)
  // Held back before it is sent.
  const line = await slow.lineOf(refused)
  expect(line).toMatchObject({ level: 30, msg: 'request', refusal: 'processor budget' })
  expect(line['ms']).toBeGreaterThan(1)
})

it('a slow request is a warning with the fingerprint of its plan, and the SQL once', async () => {
  service = await startLoggedService({ SLOW_MS: '1' })
  const query = '{ clients(first: 5) { totalCount nodes { legalName } } }'
  const lines = []
  for (let time = 0; time < 2; time += 1) {
    lines.push((await whileLocked('client', () => logged(ask(query)))).line)
  }
  for (const line of lines) expect(line).toMatchObject({ level: 40, msg: 'slow request' })
  const [first, second] = lines as [Record<string, unknown>, object]
  expect(first).toMatchObject({ sql: expect.stringContaining('client') })
  expect(second).toMatchObject({ fingerprint: first['fingerprint'] })
  expect(second).not.toHaveProperty('sql')
})
