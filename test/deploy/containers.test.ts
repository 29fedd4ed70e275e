import { setTimeout as delay } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceCommit } from '../../scripts/source-commit.js'
import { filesIn } from '../../scripts/stamp.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { buildImage, type Image } from './build-image.js'
import {
  checkHealth,
  type Instance,
  type Proxy,
  recreate,
  startInstances,
  startProxy,
} from './containers.js'
import { startContainer } from './processes.js'
import { PATIENT } from '../support/patient-settings.js'

const server = process.env['DATABASE_URL'] ?? ''
/** CI sets `NGINX_PATH`, so that a missing nginx is an error there. */
const nginx = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'
const isSkipped = !server || (!process.env['NGINX_PATH'] && !existsSync(nginx))
if (isSkipped)
  console.log('Skipped: set DATABASE_URL, and install nginx-light, to test containers.')

const hasWget = spawnSync('wget', ['--version']).status === 0

/** An installation and a build. */
const BUILD_MS = 900_000

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

describe.skipIf(isSkipped)('the steps of Dockerfile and compose.yaml', () => {
  let folder: string
  let remove: () => Promise<void>
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  let image: Image
  let instances: Instance[] = []
  let proxy: Proxy | undefined
  let token: string

  beforeAll(async () => {
    ;({ folder, remove } = await makeTemporaryFolder())
    // The processes of the containers run as another user.
    await chmod(folder, 0o755)
    database = await createEmptyDatabase(server)
    image = await buildImage(folder, { SOURCE_COMMIT: sourceCommit() })
    const seeded = spawnSync(process.execPath, ['dist/demo/seed.js'], {
      cwd: image.folder,
      env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'demo') },
      encoding: 'utf8',
    })
    expect(seeded.status, seeded.stderr).toBe(0)
    const more = { ...PATIENT, ALLOW_DEMO_CREDENTIALS: 'yes' }
    instances = await startInstances(image, database.url, more)
    proxy = await startProxy(nginx, instances, folder)
    token = await signIn()
  }, BUILD_MS)
  afterAll(async () => {
    // Not SIGKILL: the workers of nginx would go on.
    proxy?.child.kill('SIGTERM')
    for (const { child } of instances) child.kill('SIGKILL')
    await Promise.all([proxy?.exited, ...instances.map(({ exited }) => exited)])
    await database.drop()
    await remove()
  })

  /** Sends a request to the proxy with node:http, which does not decompress the response. */
  const send = (
    path: string,
    headers: Record<string, string> = {},
    { body, from = '127.0.0.1' }: { body?: string | Buffer; from?: string } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: proxy?.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        localAddress: from,
        headers: { ...(body !== undefined && { 'content-length': body.length }), ...headers },
      })
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response
          resolve({ status, headers: received, bytes: Buffer.concat(chunks) })
        })
      })
      outgoing.end(body)
    })

  /** Expects that nginx has logged a request, with the id of its response. */
  async function expectRefused({ headers, bytes }: Answer, line: object): Promise<void> {
    const id = headers['x-request-id']
    const { requestId = id } = JSON.parse(bytes.toString()) as { requestId?: string }
    expect(requestId).toBe(id)
    const lines = async () => ((await proxy?.refused()) ?? '').trim().split('\n')
    const logged = async () =>
      (await lines()).find((text) => text.includes(`"reqId":"${String(id)}"`))
    await expect.poll(logged).toBeDefined()
    const expected = { ...line, address: '127.0.0.1', msg: 'refused by nginx' }
    expect(JSON.parse((await logged()) ?? '')).toMatchObject(expected)
  }

  const ask = (query: string, headers: Record<string, string> = {}, from?: string) =>
    send(
      '/graphql',
      {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      { body: JSON.stringify({ query }), ...(from !== undefined && { from }) },
    )

  const LOGIN =
    'mutation { login(input: { username: "admin@harbour.example", password: "demo-password" })'

  async function signIn(headers?: Record<string, string>, from?: string): Promise<string> {
    const { bytes } = await ask(`${LOGIN} { accessToken } }`, headers, from)
    const { data } = JSON.parse(bytes.toString()) as { data: { login: { accessToken: string } } }
    return data.login.accessToken
  }

  it('builds an image without development dependencies, sources and tests', async () => {
    expect((await readdir(image.folder)).sort()).toEqual([
      'dist',
      'node_modules',
      'package.json',
      'prisma',
    ])
    const installed = await readdir(join(image.folder, 'node_modules'))
    expect(installed).toContain('swagger-ui-dist')
    for (const name of ['vitest', 'prisma', 'eslint', 'tsx']) expect(installed).not.toContain(name)
  })

  it('has the bytes of the build in this checkout, which was made in another folder', () => {
    const filesOf = (root: string) => {
      const except = ['.built-from', 'node_modules'].map((name) => join(root, 'dist', name))
      return filesIn(join(root, 'dist'), except).map((file) => relative(root, file))
    }
    const files = filesOf('.')
    expect(filesOf(image.folder)).toEqual(files)
    const differs = (file: string) =>
      !readFileSync(file).equals(readFileSync(join(image.folder, file)))
    expect(files.filter(differs)).toEqual([])
  })

  it.each([
    ['application/json', '/api/openapi.json', undefined],
    ['application/json', '/graphql', 'application/json'],
    ['application/graphql-response+json', '/graphql', 'application/graphql-response+json'],
  ])('compresses %s of %s with gzip', async (type, path, accept) => {
    const query = '{ sites(first: 50) { nodes { name zones(first: 10) { nodes { name } } } } }'
    const get = (headers: Record<string, string>) =>
      accept === undefined ? send(path, headers) : ask(query, { ...headers, accept })
    const plain = await get({})
    const small = await get({ 'accept-encoding': 'gzip' })
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.anything() })
    expect(small.headers['content-type']).toContain(type)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true)
  })

  it('compresses for a client behind another proxy', async () => {
    const headers = { 'accept-encoding': 'gzip', via: '1.1 balancer' }
    const { headers: received } = await send('/api/openapi.json', headers)
    expect(received['content-encoding']).toBe('gzip')
  })

  it('has the documentation, and serves it to clients that have signed in', async () => {
    expect((await send('/', { accept: 'text/html' })).bytes.toString()).toContain('/docs')
    expect((await send('/docs/graphql.md')).status).toBe(401)
    const authorization = `Bearer ${await signIn()}`
    const { bytes } = await send('/docs/graphql.md', { authorization })
    expect(bytes.toString()).toContain('# Using the GraphQL API')
  })

  it('gives a request one id, in the response and in the log of the service', async () => {
    const { headers } = await send('/health', { 'x-request-id': 'web-1' })
    expect(headers['x-request-id']).toBe('web-1')
    const { headers: own } = await send('/health', { 'x-request-id': 'a b' })
    expect(own['x-request-id']).toMatch(/^[\da-f]{32}$/)
    await expect
      .poll(() => instances.map(({ output }) => output()).join(''))
      .toContain(`"reqId":"${String(own['x-request-id'])}"`)
  })

  it.each([
    ['a URL that is too large', `/v1/sites?a=${'a'.repeat(40_000)}`, {}],
    ['headers that are too large', '/graphql', { 'x-large': 'a'.repeat(40_000) }],
  ])('responds to %s in JSON', async (_, path, headers) => {
    const answer = await send(path, headers)
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json'])
    expect(answer.bytes.toString()).toContain('too large')
    await expectRefused(answer, { status: 400 })
  })

  it('does not compress a response with a token', async () => {
    const fields = Array.from({ length: 90 }, (_, index) => `a${index}: expiresIn`).join(' ')
    const { headers, bytes } = await ask(`${LOGIN} { accessToken ${fields} } }`, {
      'accept-encoding': 'gzip',
    })
    expect(bytes.length).toBeGreaterThan(1024)
    expect(bytes.toString()).toContain('"accessToken":"')
    expect(headers['content-encoding']).toBe('identity')
  })

  it('passes the address of the client to the service, whatever the client pretends', async () => {
    await signIn({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.2')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ address: string }>(
      'select address from session order by created_at desc limit 1',
    )
    await client.end()
    expect(rows).toEqual([{ address: '127.0.0.2' }])
  })

  const NEW_JOB = {
    site_id: '1',
    job_type_id: '1',
    technician_id: '5',
    start_date: '2030-03-04',
    end_date: '2030-03-04',
    start_time: '09:00:00',
    end_time: '11:30:00',
    requires_signature: 'true',
  }

  /** Creates a job with a document of so many megabytes. */
  async function upload(megabytes: number) {
    const form = new FormData()
    for (const [name, value] of Object.entries(NEW_JOB)) form.append(name, value)
    const content = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(megabytes * 1024 * 1024 - 9, 'x'),
    ])
    form.append('documents[]', new Blob([content], { type: 'application/pdf' }), 'plan.pdf')
    const encoded = new Response(form)
    const { access_token } = await tokenOfSetA()
    const { status, headers, bytes } = await send(
      '/api/job',
      {
        'content-type': encoded.headers.get('content-type') ?? '',
        authorization: `Bearer ${access_token}`,
      },
      { body: Buffer.from(await encoded.arrayBuffer()) },
    )
    return { status, type: headers['content-type'], body: JSON.parse(bytes.toString()) as object }
  }

  async function tokenOfSetA() {
    const credentials = {
      grant_type: 'password',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
      username: 'admin@harbour.example',
      password: 'demo-password',
    }
    const { bytes } = await send(
      '/oauth/token',
      { 'content-type': 'application/json' },
      { body: JSON.stringify(credentials) },
    )
    return JSON.parse(bytes.toString()) as { access_token: string }
  }

  it('passes on an upload of 5 MB, and responds to one of 10 MB as the service to one of 5.5 MB', async () => {
    expect(await upload(5)).toMatchObject({ status: 201, body: { site_id: '1' } })
    const message = 'The documents field must not be greater than 5120 kilobytes.'
    const refused = { status: 400, body: { message, errors: { documents: [message] } } }
    expect(await upload(5.5)).toMatchObject(refused)
    expect(await upload(10)).toMatchObject(refused)
  })

  it.each([
    ['/graphql', { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }],
    ['/v1/jobs', { status: 400, code: 'BAD_REQUEST' }],
    ['/api/asset', { message: 'The request is too large.' }],
  ])(
    'refuses a body of more than 2 MB to %s with a 400 in the format of the API',
    async (path, body) => {
      const content = Buffer.alloc(2 * 1024 * 1024 + 1, ' ')
      const answer = await send(
        path,
        { 'content-type': 'application/json', 'x-request-id': `large:${path}` },
        { body: content },
      )
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.bytes.toString())).toMatchObject(body)
      expect(answer.headers['x-request-id']).toBe(`large:${path}`)
      await expectRefused(answer, { method: 'POST', path, status: 400 })
    },
  )

  it('passes on the error of the service for a body of 2 MB without credentials', async () => {
    const content = Buffer.alloc(2 * 1024 * 1024, ' ')
    for (let count = 0; count < 20; count += 1) {
      const { status } = await send(
        '/v1/jobs',
        { 'content-type': 'application/json' },
        { body: content },
      )
      expect(status).toBe(401)
    }
  })

  it('distributes the requests over both instances, as a user without rights', async () => {
    for (let count = 0; count < 20; count += 1) await ask('{ viewer { role } }')
    for (const { output } of instances) expect(output()).toContain('"path":"/graphql"')
  })

  it.runIf(hasWget || process.env['CI'])('the proxy has a health check', async () => {
    expect(await proxy?.checkHealth()).toBe(0)
  })

  it('cannot write files', async () => {
    const [instance] = instances
    if (!instance) throw new Error('expected an instance')
    const { environment } = instance
    const write = ['node', '-e', 'require("fs").writeFileSync("/tmp/written", "")']
    const { exited, output } = startContainer(write, { folder: image.folder, environment })
    expect(await exited).not.toBe(0)
    expect(output()).toContain('ERR_ACCESS_DENIED')
  })

  it('has a health check that fails if the service does not respond', async () => {
    const [instance] = instances
    if (!instance) throw new Error('expected an instance')
    expect(await checkHealth(image, instance)).toBe(0)
    const environment = { ...instance.environment, PORT: '1' }
    expect(await checkHealth(image, { ...instance, environment })).toBe(1)
  })

  it('answers every request while the instances are replaced one after the other', async () => {
    let isOver = false
    const statuses: Record<number, number> = {}
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await ask('{ sites(first: 5) { nodes { name } } }')
        statuses[status] = (statuses[status] ?? 0) + 1
        // So that the processors are free for the instances that start.
        await delay(20)
      }
    })
    for (const [index, instance] of instances.entries()) {
      instances[index] = await recreate(image, instance)
      // As docs/operating.md says: nginx does not use a server for up to 3 s after it refused a connection.
      await delay(3000)
    }
    isOver = true
    await Promise.all(clients)
    expect(Object.keys(statuses)).toEqual(['200'])
    for (const { output } of instances) expect(output()).toContain('"msg":"request"')
  })

  it('loses no request while an instance stops, then responds 503 in the format of each API', async () => {
    const [first, second] = instances
    if (!first || !second) throw new Error('expected two instances')
    first.child.kill('SIGTERM')
    do {
      expect((await ask('{ viewer { role } }')).status).toBe(200)
    } while (first.child.exitCode === null && first.child.signalCode === null)
    expect(await first.exited).toBe(0)
    expect((await ask('{ viewer { role } }')).status).toBe(200)

    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    const bodies = [
      ['/graphql', { errors: [{ extensions: { code: 'UNAVAILABLE' } }] }],
      ['/v1/sites', { status: 503, code: 'UNAVAILABLE', requestId: expect.any(String) as string }],
      ['/api/sites', { message: 'Service Unavailable' }],
    ] as const
    if (hasWget || process.env['CI']) expect(await proxy?.checkHealth()).not.toBe(0)
    for (const [path, body] of bodies) {
      const answer = await send(path)
      const { status, headers, bytes } = answer
      await expectRefused(answer, { method: 'GET', path, status: 503 })
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([
        503,
        'application/json',
        '5',
      ])
      expect(JSON.parse(bytes.toString())).toMatchObject(body)
    }
  })
})
