import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newCompany, newSite, PASSWORD, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { startService, tokenOf } from '../../support/graphql.js'
import { ownDatabase } from '../../support/own-database.js'
import { addressOf, startServiceProcess } from '../../support/service-process.js'
import { statementsOf } from '../../support/statements.js'
import { makeTemporaryFolder } from '../../support/temporary-folder.js'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const SITES = `query Sites($after: String) {
  sites(first: 5, after: $after) {
    nodes {
      name
    }
  }
}`
const LOGIN = `mutation Login($input: LoginInput!) { login(input: $input) { accessToken } }`

let company: TestCompany
let headers: Record<string, string>
let folder: string
let removeFolder: () => Promise<void>
beforeAll(async () => {
  company = await newCompany(testDatabase())
  await newSite(company, { name: 'Dover' })
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  headers = { 'content-type': 'application/json', authorization }
  ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
})
afterAll(() => removeFolder())

let files = 0
async function fileWith(contents: unknown): Promise<string> {
  const path = join(folder, `documents-${(files += 1)}.json`)
  await writeFile(path, typeof contents === 'string' ? contents : JSON.stringify(contents))
  return path
}

const start = async (contents: unknown, env: Record<string, string> = {}) =>
  startService({ TRUSTED_DOCUMENTS: await fileWith(contents), ...env })

const startListed = () => start({ [hashOf(SITES)]: SITES, [hashOf(LOGIN)]: LOGIN })

async function post(address: string, body: unknown) {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const variables = { after: null }
const FOUND = { status: 200, body: { data: { sites: { nodes: [{ name: 'Dover' }] } } } }

const refusal = (code: string) => ({
  status: 400,
  body: { errors: [{ message: expect.any(String) as string, extensions: { code } }] },
})

describe('with TRUSTED_DOCUMENTS', () => {
  test('a request executes a listed document by its id, in the form of any client', async () => {
    const address = await startListed()
    const id = hashOf(SITES)
    const forms = [
      { documentId: id },
      { id },
      { extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
      { query: SITES },
      { query: SITES, extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
    ]
    // Several times, because SQL may answer all but the first request.
    for (const form of [...forms, ...forms]) {
      expect(await post(address, { ...form, variables })).toEqual(FOUND)
    }
  })

  test('a GET executes a listed document too', async () => {
    const address = await startListed()
    const get = async (parameters: Record<string, string>) => {
      const search = new URLSearchParams({ ...parameters, variables: JSON.stringify(variables) })
      const response = await fetch(`${address}/graphql?${search.toString()}`, { headers })
      return { status: response.status, body: await response.json() }
    }
    const sha256Hash = hashOf(SITES)
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
    for (const form of [{ documentId: sha256Hash }, { id: sha256Hash }, { extensions }]) {
      expect(await get(form)).toEqual(FOUND)
    }
    expect(await get({ query: '{ __typename }' })).toEqual(refusal('BAD_REQUEST'))
  })

  test.runIf(process.env['SQL_ANSWERS'] !== 'off')(
    'one SQL statement answers a repeated request',
    async () => {
      const address = await startListed()
      const persistedQuery = { version: 1, sha256Hash: hashOf(SITES) }
      const ask = () => post(address, { extensions: { persistedQuery }, variables })
      await ask()
      await ask()
      expect(await statementsOf(testDatabase(), ask)).toHaveLength(1)
    },
  )

  test('no other document is executed, whatever the form of the request', async () => {
    const address = await startListed()
    const other = '{ viewer { role } }'
    const persistedQuery = { version: 1, sha256Hash: hashOf(other) }
    expect(await post(address, { query: other })).toEqual(refusal('BAD_REQUEST'))
    // The id decides, not the text beside it.
    expect(await post(address, { query: other, documentId: hashOf(SITES), variables })).toEqual(
      FOUND,
    )
    expect(await post(address, { query: `${SITES} ` })).toEqual(refusal('BAD_REQUEST'))
    expect(await post(address, { query: other, extensions: { persistedQuery } })).toEqual(
      refusal('BAD_REQUEST'),
    )
    expect(await post(address, { query: '{ __schema { types { name } } }' })).toEqual(
      refusal('BAD_REQUEST'),
    )
    for (const form of [{ extensions: { persistedQuery } }, { id: 'x' }, { id: '__proto__' }]) {
      expect(await post(address, form)).toEqual(refusal('PERSISTED_QUERY_NOT_FOUND'))
    }
    for (const form of [{}, { query: '' }, { query: 7 }, [{ query: SITES }], { id: 7 }]) {
      expect(await post(address, form)).toEqual(refusal('BAD_REQUEST'))
    }
  })

  test('a listed mutation signs in', async () => {
    const input = { username: company.users.admin.email, password: PASSWORD }
    const { body } = await post(await startListed(), {
      documentId: hashOf(LOGIN),
      variables: { input },
    })
    expect(body).toMatchObject({ data: { login: { accessToken: expect.any(String) as string } } })
  })

  test('there is no playground', async () => {
    const response = await fetch(`${await startListed()}/graphql`, {
      headers: { accept: 'text/html' },
    })
    expect(await response.text()).not.toMatch(/<script|graphiql/i)
  })

  test('the file may be a manifest of Apollo', async () => {
    const operations = [{ id: 'one', name: 'Sites', type: 'query', body: SITES }]
    const address = await start({
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations,
    })
    expect(await post(address, { documentId: 'one', variables })).toEqual(FOUND)
  })
})

describe('the service does not start', () => {
  test.each([
    [
      'names no field',
      { a: SITES, b: 'query Bad { sites { nodes { nothing } } }' },
      /b \(Bad\): Cannot query field "nothing"/,
    ],
    ['is malformed', { c: 'query {' }, /c: Syntax Error/],
    [
      'has too many aliases',
      { d: `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }` },
      /d: The document has over 100 aliases/,
    ],
  ])('if a document %s; the error names it', async (_, contents, message) => {
    await expect(start(contents)).rejects.toThrow(message)
  })

  test.each([
    ['is empty', {}, /no documents/],
    ['is not JSON', 'query { }', /JSON/],
    ['has another form', ['x'], /must be a JSON object/],
  ])('if the file %s', async (_, contents, message) => {
    await expect(start(contents)).rejects.toThrow(message)
  })

  test('if there is no file, and prints why', async () => {
    const own = await ownDatabase()
    onTestFinished(own.remove)
    const child = startServiceProcess({
      ...own.env,
      TRUSTED_DOCUMENTS: join(folder, 'none.json'),
    })
    await child.exited(1)
    expect(child.output()).toMatch(
      /TRUSTED_DOCUMENTS: the file .*none\.json cannot be used:\n {2}ENOENT/,
    )
    expect(child.output()).not.toContain('    at ')
    await expect(addressOf(child)).rejects.toThrow()
  })
})
