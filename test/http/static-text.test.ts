import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { StaticText } from '../../src/http/static-text.js'
import { addressOf } from '../../src/graphql/server/playground/assets.js'
import { service, startService } from '../support/graphql.js'
import { rawRequest } from '../support/raw-request.js'

const PATHS = [
  '/',
  '/docs/graphql',
  '/docs/search.json',
  '/api/openapi.json',
  '/v1/docs',
  '/v1/docs/swagger-ui-bundle.js',
  addressOf('main.js'),
]

const get = async (path: string, headers: Record<string, string>) =>
  rawRequest(`${await service()}${path}`, { headers })

const plain = async (path: string) => (await get(path, { 'accept-encoding': 'identity' })).bytes

describe.each(PATHS)('%s', (path) => {
  it('is sent with each content coding, and as it is', async () => {
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get(path, { 'accept-encoding': 'gzip' })
    const text = await plain(path)
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(br.bytes.length),
    })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(brotliDecompressSync(br.bytes).equals(text)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(text)).toBe(true)
    expect((await get(path, {})).bytes.equals(text)).toBe(true)
    for (const { headers } of [br, gzip]) expect(headers['vary']).toContain('accept-encoding')
  })

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'br' })
    const again = await get(path, { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect((await get(path, { 'if-none-match': 'W/"another"' })).status).toBe(200)
  })
})

it('a text is read once, and compressed once with each content coding', async () => {
  let reads = 0
  const text = new StaticText('text/plain', async () => {
    reads += 1
    return 'text '.repeat(10_000)
  })
  const app = Fastify()
  const sent: unknown[] = []
  app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  app.get('/', (request, reply) => text.send(request, reply))
  for (const encoding of ['br', 'gzip', 'identity']) {
    const get = () => app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    await Promise.all([get(), get()])
    await get()
    const [first, ...others] = sent.splice(0)
    expect(others.length).toBe(2)
    // The same buffer, not an equal one.
    for (const other of others) expect(other === first, encoding).toBe(true)
  }
  expect(reads).toBe(1)
  await app.close()
})

it('no page is served with PAGES=off', async () => {
  const address = await startService({ PAGES: 'off' })
  const paths = [...PATHS.slice(1), '/api/docs', '/v1/openapi.json']
  const accept = 'text/html'
  for (const path of paths) {
    const { status } = await fetch(`${address}${path}`, { headers: { accept } })
    expect(status, path).toBe(404)
  }
  const home = await fetch(address, { headers: { accept } })
  expect(await home.json()).toEqual({
    name: 'Field Inspection Service',
    version: manifest.version,
    demo: false,
    graphql: '/graphql',
  })
})
