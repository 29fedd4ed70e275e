import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { startService, tokenOf } from '../../support/graphql.js'

/*
 * The 13 probes of graphql-cop 1.14 (Python), with its documents and its conditions for a vulnerability, against a
 * service in production.
 */

let address: string
let token: string
beforeAll(async () => {
  address = await startService({ NODE_ENV: 'production', DATABASE_URL: 'embedded' })
  const company = await newCompany(testDatabase())
  token = await tokenOf(company.admin)
})

interface Probe {
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the original
  readonly body: any
}

async function send(path: string, init: RequestInit, hasToken: boolean): Promise<Probe> {
  const headers = new Headers(init.headers)
  if (hasToken) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(`${address}${path}`, { ...init, headers })
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  return { text, body }
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const named = (query: string) => json({ query, operationName: 'cop' })
const get = (query: string) => `/graphql?query=${encodeURIComponent(query)}`
const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

const CIRCULAR = `query cop { __schema { types { fields { type { fields { type { fields { type {
  fields { type { name } } } } } } } } } } }`

/** The name of a probe, what it sends, and whether the response shows the vulnerability. */
const probes: [
  name: string,
  path: string,
  init: RequestInit,
  isVulnerable: (probe: Probe) => boolean,
][] = [
  [
    'alias overloading: 101 aliases must not be executed',
    '/graphql',
    named(`query cop { ${repeat(101, (index) => `alias${index}: __typename`)} }`),
    ({ body }) => Boolean(body?.data?.alias100),
  ],
  [
    'batch queries: a list of ten requests must not be executed',
    '/graphql',
    json(
      Array.from({ length: 10 }, () => ({
        query: 'query cop { __typename }',
        operationName: 'cop',
      })),
    ),
    ({ body }) => Array.isArray(body) && body.length >= 10,
  ],
  [
    'directive overloading: ten unknown directives must not cause ten errors',
    '/graphql',
    named(`query cop { __typename ${repeat(10, () => '@aa')} }`),
    ({ body }) => body?.errors?.length === 10,
  ],
  [
    'circular query through introspection: must not be executed',
    '/graphql',
    named(CIRCULAR),
    ({ body }) => (body?.data?.__schema?.types?.length ?? 0) > 25,
  ],
  [
    'field duplication: a field repeated 500 times must not be executed',
    '/graphql',
    named(`query cop { ${repeat(500, () => '__typename')} }`),
    ({ body }) => Boolean(body?.data?.__typename),
  ],
  [
    'field suggestions: an error must not name fields of the schema',
    '/graphql',
    named('query cop { __schema { directive } }'),
    ({ text }) => text.includes('Did you mean'),
  ],
  [
    'GET method: a query from another site must not be executed',
    get('query cop { __typename }'),
    {},
    ({ body }) => Boolean(body?.data?.__typename),
  ],
  [
    'GET mutation: must not be executed',
    get('mutation cop { __typename }'),
    {},
    ({ body }) => Boolean(body?.data?.__typename),
  ],
  [
    'POST with a form: a query from another site must not be executed',
    '/graphql',
    { method: 'POST', body: new URLSearchParams({ query: 'query cop { __typename }' }) },
    ({ body }) => Boolean(body?.data?.__typename),
  ],
  [
    'GraphiQL: a browser must not get an IDE',
    '/graphql',
    { headers: { accept: 'text/html' } },
    ({ text }) => /graphiql|graphql playground/i.test(text),
  ],
  [
    'trace mode: a response must not have timings',
    '/graphql',
    named('query cop { __typename }'),
    ({ body }) => body?.extensions !== undefined,
  ],
  [
    'unhandled errors: an error must not have a stack',
    '/graphql',
    named('qwerty cop { abc }'),
    ({ text, body }) =>
      body?.errors?.[0]?.extensions?.exception !== undefined ||
      /stacktrace|node_modules/.test(text),
  ],
]

/** By design, a signed-in client may read the schema. */
const INTROSPECTION: (typeof probes)[number] = [
  'introspection: an anonymous client must not read the schema',
  '/graphql',
  named('query cop { __schema { types { name fields { name } } } }'),
  ({ body }) => body?.data?.__schema?.types !== undefined,
]

describe('graphql-cop, without a token', () => {
  it.each([...probes, INTROSPECTION])('%s', async (_, path, init, isVulnerable) => {
    const probe = await send(path, init, false)
    expect(isVulnerable(probe), probe.text.slice(0, 300)).toBe(false)
  })
})

describe('graphql-cop, with a valid token', () => {
  it.each(probes)('%s', async (_, path, init, isVulnerable) => {
    const probe = await send(path, init, true)
    expect(isVulnerable(probe), probe.text.slice(0, 300)).toBe(false)
  })

  it('introspection: a signed-in client may read the schema, so that its tools work', async () => {
    const [, path, init, isReadable] = INTROSPECTION
    expect(isReadable(await send(path, init, true))).toBe(true)
  })
})
