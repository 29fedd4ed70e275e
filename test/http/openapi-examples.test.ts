import { readFile } from 'node:fs/promises'
import type { TestDatabase } from '../support/own-statements.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Demo } from '../../src/demo/demo-file.js'
import { seedDemo } from '../../src/demo/seed-demo.js'
import { readExamples } from '../../scripts/playground-examples.js'
import { answersFile, readAnswers } from '../../scripts/rest-answers.js'
import { invalidExample } from '../../src/http/openapi-errors.js'
import { methodsOf, operationIdOf, type OperationTable } from '../../src/http/operation.js'
import { createDocument as createDocumentA } from '../../src/set-a/openapi.js'
import { operations as operationsOfA } from '../../src/set-a/operations.js'
import { obtainToken } from '../../src/set-a/token/obtain-token.js'
import { createDocument as createDocumentB } from '../../src/set-b/openapi.js'
import { operations as operationsOfB } from '../../src/set-b/operations.js'
import { openOwnDatabase } from '../demo/own-database.js'
import { conformanceTo } from '../support/conform.js'
import { startService } from '../support/graphql.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'

interface Document {
  readonly tags: readonly { name: string; description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: object }>> }
  readonly responses: Readonly<
    Record<string, { readonly content: { 'application/json': { readonly example?: unknown } } }>
  >
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: { readonly default?: string | number }
  readonly example?: string | number
}

const documents = { 'Set A': createDocumentA(), 'Set B': createDocumentB() } as unknown as {
  readonly [Set in 'Set A' | 'Set B']: Document
}

/** The operations of a set by their ids. */
function tableOf(set: keyof typeof documents) {
  const table = (set === 'Set A' ? operationsOfA : operationsOfB) as OperationTable<never>
  return new Map(
    table.flatMap(([name, method, , , , operation]) =>
      methodsOf(method).map((each, index) => [operationIdOf(name, each, index), operation]),
    ),
  )
}

/** Each operation with each media type of its body. */
const operationsOf = (set: keyof typeof documents) =>
  Object.entries(documents[set].paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.keys(operation.requestBody?.content ?? { '': {} }).map((type) => ({
        title: `${method.toUpperCase()} ${path}${type && ` with ${type}`}`,
        method: method.toUpperCase(),
        path,
        type,
        operation,
      })),
    ),
  )

let db: TestDatabase
let demo: Demo
let address: string
let removeFolder: () => Promise<void>
beforeAll(async () => {
  const { folder, remove } = await makeTemporaryFolder()
  removeFolder = remove
  db = await openOwnDatabase()
  const seeded = await seedDemo(db, { dataDir: folder })
  if (!seeded) throw new Error('expected an empty database, found the demo in it')
  demo = seeded
  address = await startService({}, db)
})
afterAll(async () => {
  await db.close()
  await removeFolder()
})

/** The credentials that the first operation of a set returns for its own example. */
async function credentialsOf(set: keyof typeof documents): Promise<Record<string, string>> {
  const key: Record<string, string> = set === 'Set B' ? { 'x-api-key': demo.apiKeys.harbour } : {}
  const [signIn] = operationsOf(set)
  if (!signIn) throw new Error(`expected an operation of ${set}, found none`)
  const response = await send(signIn, key)
  const { access_token, accessToken } = (await response.json()) as Record<string, string>
  return { ...key, authorization: `Bearer ${access_token ?? accessToken ?? ''}` }
}

type Example = Pick<
  ReturnType<typeof operationsOf>[number],
  'method' | 'path' | 'type' | 'operation'
>

/** Sends the request that an operation's examples make, as Swagger UI does. */
function send(
  { method, path, type, operation }: Example,
  headers: Record<string, string>,
  invalid?: { readonly part: string; readonly sent: object },
) {
  const url = new URL(address)
  url.pathname = path
  for (const parameter of operation.parameters ?? []) {
    const value = parameter.example ?? parameter.schema.default
    if (value === undefined) continue
    if (parameter.in === 'path') url.pathname = path.replace(`{${parameter.name}}`, String(value))
    if (parameter.in === 'query') url.searchParams.set(parameter.name, String(value))
  }
  if (invalid?.part === 'query') url.search = String(new URLSearchParams({ ...invalid.sent }))
  const body =
    invalid?.part === 'body' ? invalid.sent : operation.requestBody?.content[type]?.example
  const isJson = type === 'application/json'
  return fetch(url, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': type }) },
    ...(body && { body: isJson ? JSON.stringify(body) : formOf(type, body) }),
  })
}

function formOf(type: string, body: object): FormData | URLSearchParams {
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  return form
}

describe.each(['Set A', 'Set B'] as const)('%s', (set) => {
  const expectConform = conformanceTo(documents[set])

  it.each(operationsOf(set))(
    'has an example of $title, which succeeds twice with the demo data',
    async (example) => {
      const { operation, method, path, type } = example
      const headers = await credentialsOf(set)
      expect(operation.requestBody?.content[type]?.example === undefined).toBe(type === '')
      for (const parameter of operation.parameters ?? []) {
        if (parameter.required) expect(parameter, parameter.name).toHaveProperty('example')
      }
      for (const time of ['first', 'second']) {
        const response = await send(example, headers)
        const body = (await response.json()) as { data?: readonly unknown[] }
        const success = Object.keys(operation.responses).filter((status) => /^2/.test(status))
        expect(success, `the ${time} time: ${JSON.stringify(body)}`).toEqual([
          String(response.status),
        ])
        expectConform(method, new URL(response.url).pathname, response.status, body)
        expect(body.data, path).not.toEqual([])
      }
    },
  )

  it('has a summary, a description, and a tag with a description', () => {
    const described = documents[set].tags.map(({ name, description }) => [name, description !== ''])
    const used = new Set(operationsOf(set).flatMap(({ operation }) => operation.tags))
    expect(described).toEqual([...used].map((tag) => [tag, true]))
    for (const { operation } of operationsOf(set)) {
      expect(operation.tags).toHaveLength(1)
      expect(operation.summary).toMatch(/^[A-Z][a-z ]+$/)
      expect(operation.description).toMatch(/\.$/)
      const undescribed = operation.parameters?.filter(({ description }) => !description)
      expect(undescribed ?? [], operation.operationId).toEqual([])
    }
  })

  it('has the response of each operation, from the transcripts', async () => {
    const folder = set === 'Set A' ? 'set-a' : 'set-b'
    const kept = JSON.parse(await readFile(answersFile(folder), 'utf8')) as object
    expect(kept).toEqual(await readAnswers(folder))
    for (const { method, path, operation } of operationsOf(set)) {
      const [status = ''] = Object.keys(operation.responses)
      const { example } = operation.responses[status]!.content['application/json']
      expect(example, operation.summary).toBeDefined()
      expectConform(method, path, Number(status), example)
    }
  })

  it('has an example of each error, of the schema of that error', () => {
    for (const { method, path, operation } of operationsOf(set)) {
      const errors = Object.entries(operation.responses).filter(([status]) => status >= '400')
      for (const [status, { content }] of errors) {
        const { example } = content['application/json']
        expect(example, `${operation.summary} ${status}`).toBeDefined()
        expectConform(method, path, Number(status), example)
      }
    }
  })

  it.each(operationsOf(set))('responds to $title with its examples of errors', async (example) => {
    const { responses, operationId } = example.operation
    const headers = await credentialsOf(set)
    const expectExample = async (status: number, response: Response) => {
      const expected = responses[status]!.content['application/json'].example as object
      const body = (await response.json()) as object
      // Each request has an id of its own.
      const ids = 'requestId' in expected && { requestId: expected.requestId }
      expect([response.status, { ...body, ...ids }]).toEqual([status, expected])
    }
    await expectExample(406, await send(example, { ...headers, accept: 'text/css' }))
    if (operationId === 'ObtainToken') {
      await expectExample(400, await send(example, {}, { part: 'body', sent: {} }))
      const { body } = obtainToken.example!
      const wrong = { ...(body as object), client_secret: 'wrong' }
      await expectExample(401, await send(example, {}, { part: 'body', sent: wrong }))
      return
    }
    await expectExample(401, await send(example, {}))
    if (!('400' in responses)) return
    const invalid = invalidExample(tableOf(set).get(operationId)!)
    await expectExample(400, await send(example, headers, invalid))
  })

  it('links each operation to its example in the playground', () => {
    const group = set.toLowerCase().replace(' ', '-')
    const examples = new Map(
      readExamples()
        .filter((example) => example.group === group)
        .map(({ name, title }) => [`${group}/${name}`, title]),
    )
    const linked = new Set<string>()
    for (const { method, path, operation } of operationsOf(set)) {
      const [, name = ''] = /\(\/graphql\?example=(\S+)\)/.exec(operation.description) ?? []
      const title = examples.get(name)
      const shown = `${method === 'PUT' ? 'PATCH' : method} ${path}:`
      expect(title?.slice(0, shown.length), operation.summary).toBe(shown)
      linked.add(name)
    }
    expect([...examples.keys()].filter((name) => !linked.has(name))).toEqual([])
  })

  it('has different operation ids', () => {
    const ids = Object.values(documents[set].paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('an operation of one set links to the same operation of the other, which links back', () => {
  const pages = { 'Set A': '/api/docs', 'Set B': '/v1/docs' }
  const linksOf = (set: keyof typeof documents) =>
    operationsOf(set).flatMap(({ operation: { operationId, summary, tags, description } }) => {
      const [, name, target] = /, \[(.+) of Set [AB]\]\((\S+)\)\.$/.exec(description) ?? []
      const own = `${pages[set]}#/${encodeURIComponent(tags[0]!)}/${operationId}`
      return target === undefined ? [] : [{ name, own, target, summary }]
    })
  const others = new Map(linksOf('Set B').map((link) => [link.own, link]))
  const links = new Map(linksOf('Set A').map((link) => [link.own, link]))
  expect([links.size, others.size]).toEqual([10, 10])
  for (const { name, own, target, summary } of links.values()) {
    expect(others.get(target)).toMatchObject({ name: summary, target: own, summary: name })
  }
})

describe('the parameters of pages', () => {
  const parametersOf = (set: keyof typeof documents, path: string) =>
    documents[set].paths[path]?.['get']?.parameters ?? []

  // The page sizes that the specification gives.
  it.each([
    ['/api/assets', 10],
    ['/api/asset-groups', 20],
    ['/api/sites', 10],
    ['/api/site/{site}/zones', 15],
    ['/api/users', 15],
  ])('%s has %i records on a page by default', async (path, size) => {
    const parameters = parametersOf('Set A', path)
    const pages = parameters.filter(({ name }) => name === 'page' || name === 'per_page')
    expect(pages.map(({ schema }) => schema.default)).toEqual([1, size])
    const url = new URL(path.replace('{site}', '1'), address)
    const response = await fetch(url, { headers: await credentialsOf('Set A') })
    expect(await response.json()).toMatchObject({ current_page: 1, per_page: size })
  })

  it('Set B requires both, so they have examples instead of defaults', () => {
    const [size, index] = parametersOf('Set B', '/v1/sites')
    expect([size?.required, index?.required]).toEqual([true, true])
    expect([size?.example, index?.example]).toEqual(['20', '0'])
  })
})
