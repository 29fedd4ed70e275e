import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import type { DemoUser } from '../../src/graphql/server/playground/demo-session.js'
import { newCompany, newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'

const apps: FastifyInstance[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** Starts a service, and sends requests like a browser on the same machine. */
async function start(env: Record<string, string> = {}, demoUser?: DemoUser) {
  const app = await createApp(
    readConfig({ MAX_EVENT_LOOP_DELAY_MS: '0', ...env }),
    testDatabase(),
    pino({ level: 'silent' }),
    demoUser,
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
  return { ask: await start({}, { username: email, password: PASSWORD }), email }
}

const tokenIn = (page: string) => /Bearer (fis_access_[\w-]+)/.exec(page)?.[1]

test('a browser gets the page, whose content security policy allows no other server', async () => {
  const page = await (await start())()
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    vary: 'accept',
  })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  expect(page.body).not.toMatch(/(src|href)="(?!\/)/)
})

test('the policy allows exactly the page’s inline script', async () => {
  const page = await (await start())()
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page.body) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

test('assets of the page exist, compressed on request, and are cached for ever', async () => {
  const ask = await start()
  const { body } = await ask()
  const addresses = [...new Set(body.match(/\/graphql\/playground\/[\w./]+/g))]
  expect(addresses).toHaveLength(5)
  for (const url of addresses) {
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
  for (const url of [`${addresses[0]!}.map`, '/graphql/playground/0.0.0/graphiql.js']) {
    expect((await ask({ url })).statusCode).toBe(404)
  }
})

test('a query in the URL is executed for any client', async () => {
  const ask = await start()
  const url = '/graphql?query=%7B__typename%7D'
  const answer = await ask({ url, headers: { 'content-type': 'application/json' } })
  expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
})

test('an API client does not get the page', async () => {
  const answer = await (await start())({ headers: { accept: 'application/json' } })
  expect(answer.headers['content-type']).toContain('json')
})

test('production has no page and no assets of it, unless enabled', async () => {
  const closed = await start({ NODE_ENV: 'production', DATABASE_URL: 'embedded' })
  expect((await closed()).headers['content-type']).not.toContain('html')
  expect((await closed({ url: '/favicon.ico' })).statusCode).toBe(404)
  const open = await start({ NODE_ENV: 'production', DATABASE_URL: 'embedded', PLAYGROUND: 'on' })
  expect((await open()).headers['content-type']).toContain('html')
})

test('without a demo the page is signed out and explains how to sign in', async () => {
  const { body } = await (await start())()
  expect(tokenIn(body)).toBeUndefined()
  expect(body).toContain('mutation SignIn')
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
    expect(tokenIn(page.body)).toBeUndefined()
  }
})

test('a demo whose password was changed opens signed out', async () => {
  const { email } = await startDemo()
  const ask = await start({}, { username: email, password: 'the old one' })
  expect(tokenIn((await ask()).body)).toBeUndefined()
})
