import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { addresses } from '../../../src/graphql/server/playground/assets.js'
import type { DemoUser } from '../../../src/graphql/server/playground/demo-session.js'
import { newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { PATIENT } from '../../support/patient-settings.js'

const apps: FastifyInstance[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** Starts a service, and sends requests like a browser on the same machine. */
async function start(env: Record<string, string> = {}, demoUsers?: readonly DemoUser[]) {
  const app = await createApp(
    readConfig({ ...PATIENT, ...env }),
    testDatabase(),
    pino({ level: 'silent' }),
    demoUsers,
  )
  apps.push(app)
  return ({ headers, ...options }: InjectOptions = {}) =>
    app.inject({
      url: '/graphql',
      ...options,
      headers: { accept: 'text/html,*/*;q=0.8', host: 'localhost:4000', ...headers },
    })
}

async function startDemo() {
  const company = await newCompany(testDatabase())
  const { email } = await newUser(company, { role: 'admin' })
  return { ask: await start({}, [{ username: email, password: PASSWORD, role: 'admin' }]), email }
}

/** What the service writes into the page. */
const optionsIn = (page: string) =>
  JSON.parse(/<script id="options"[^>]*>(.*?)<\/script>/.exec(page)?.[1] ?? '')
const tokenIn = (page: string): string | undefined => optionsIn(page).session?.accessToken

test('a browser gets the page, whose content security policy allows no other server', async () => {
  const page = await (await start())()
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    vary: 'accept',
  })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; ")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  expect(page.body).not.toMatch(/(src|href)="(?!\/)/)
})

test('assets of the page exist, compressed on request, and are cached for ever', async () => {
  const ask = await start()
  const { body } = await ask()
  const named = body.match(/\/graphql\/playground\/[\w./]+/g) ?? []
  expect(named.map((url) => url.split('/').pop())).toEqual(['main.css', 'main.js'])
  expect(addresses()).toEqual(expect.arrayContaining(named))
  for (const url of addresses()) {
    const plain = await ask({ url })
    const zipped = await ask({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(plain.statusCode).toBe(200)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding') as string,
      'content-type': plain.headers['content-type'],
    })
    expect(brotliDecompressSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  }
  for (const url of [`${named[0]!}.map`, '/graphql/playground/0.0.0/main.js']) {
    expect((await ask({ url })).statusCode).toBe(404)
  }
})

const LINK = '/graphql?query=%7B__typename%7D'

test('a browser that opens a link with a query gets the page, which executes nothing by itself', async () => {
  const page = await (await start())({ url: LINK })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('/main.js')
  expect(page.body).not.toContain('__typename')
})

test.each([
  { accept: 'application/json' },
  { accept: 'application/graphql-response+json, application/json;q=0.9' },
  { accept: '*/*' },
  { accept: 'application/json, text/html;q=0.5' },
])('an API client’s query in the URL is executed: $accept', async ({ accept }) => {
  const preflighted = { accept, 'apollo-require-preflight': '1' }
  for (const env of [{}, { PLAYGROUND: 'off' }]) {
    const ask = await start(env)
    const answer = await ask({ url: LINK, headers: preflighted })
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
    const refused = await ask({ url: LINK, headers: { accept } })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('CSRF')
  }
})

test.each(['content-type', 'apollo-require-preflight', 'x-apollo-operation-name'])(
  'a query in the URL is executed for any client that sends %s',
  async (name) => {
    const answer = await (await start())({ url: LINK, headers: { [name]: 'application/json' } })
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
  },
)

test('an API client does not get the page', async () => {
  const answer = await (await start())({ headers: { accept: 'application/json' } })
  expect(answer.headers['content-type']).toContain('json')
})

const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }

test('production has no playground and no assets of it, unless enabled', async () => {
  const closed = await start(PRODUCTION)
  expect((await closed()).body).not.toContain('/main.js')
  expect((await closed({ url: '/favicon.ico' })).statusCode).toBe(404)
  const open = await start({ ...PRODUCTION, PLAYGROUND: 'on' })
  for (const url of ['/graphql', LINK]) expect((await open({ url })).body).toContain('/main.js')
})

test('without the playground, a browser gets a page that says how to send a request', async () => {
  const ask = await start(PRODUCTION)
  for (const url of ['/graphql', LINK]) {
    const page = await ask({ url, headers: { host: 'inspections.example' } })
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept',
    })
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'sha256-",
    )
    expect(page.body).toContain('curl http://inspections.example/graphql ')
    expect(page.body).toContain('href="/"')
    expect(page.body).not.toMatch(/CSRF|trusted documents/)
  }
  const markup = await ask({ headers: { host: 'a.example"><script>' } })
  expect(markup.body).not.toContain('<script')
})

test('the example of the page is a request that the service executes', async () => {
  const { email, ask } = await startDemo()
  const off = await start(PRODUCTION)
  const page = (await off()).body.replaceAll('&quot;', '"')
  const bodies = [...page.matchAll(/-d '([^']+)'/g)].map(([, body = '']) => body)
  expect(bodies).toHaveLength(2)
  const [signIn, query] = bodies.map((body) => JSON.parse(body) as { query: string })
  const filled = signIn!.query.replace('…', email).replace('…', PASSWORD)
  const { data } = (await ask({ method: 'POST', payload: { query: filled } })).json()
  const headers = { authorization: `Bearer ${data.login.accessToken}` }
  const answer = await ask({ method: 'POST', headers, payload: query! })
  expect(answer.json()).toEqual({ data: { sites: { totalCount: 0, nodes: [] } } })
})

test('without a demo the page is signed out', async () => {
  const { body } = await (await start())()
  expect(optionsIn(body)).toEqual({ isDemo: false, accounts: [] })
})

test('on the demo’s machine the page is signed in', async () => {
  const { ask, email } = await startDemo()
  for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000']) {
    const { body } = await ask({ headers: { host } })
    const answer = await ask({
      method: 'POST',
      headers: { authorization: `Bearer ${tokenIn(body)!}` },
      payload: { query: '{ viewer { user { email } } }' },
    })
    expect(answer.json()).toEqual({ data: { viewer: { user: { email } } } })
  }
})

test('from another machine the page is signed out', async () => {
  const { ask } = await startDemo()
  const elsewhere: InjectOptions[] = [
    { remoteAddress: '203.0.113.7' },
    { remoteAddress: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'rebound.example:4000' } },
    { headers: { host: 'localhost.rebound.example' } },
    { headers: { 'x-forwarded-for': '203.0.113.7' } },
    { headers: { forwarded: 'for=203.0.113.7' } },
    { headers: { origin: 'http://localhost:5173' } },
  ]
  for (const options of elsewhere) {
    const page = await ask(options)
    expect(page.statusCode).toBe(200)
    expect(optionsIn(page.body)).toEqual({ isDemo: true, accounts: [] })
  }
})

test('a demo whose password was changed opens signed out', async () => {
  const { email } = await startDemo()
  const ask = await start({}, [{ username: email, password: 'the old one', role: 'admin' }])
  expect(tokenIn((await ask()).body)).toBeUndefined()
})
