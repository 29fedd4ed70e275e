import { once } from 'node:events'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Demo } from '../src/demo/demo-file.js'
import { openProxy } from './support/breakable-proxy.js'
import { type ChildProcess, startProcess } from './support/child-process.js'
import { fillWithDemo } from './support/demo-folder.js'
import { createEmptyDatabase } from './support/server-database.js'
import {
  addressOf,
  destroyServices,
  startServiceProcess as start,
} from './support/service-process.js'
import { makeTemporaryFolder } from './support/temporary-folder.js'

/** The JSON lines that a process has logged. */
const logOf = (child: ChildProcess): Record<string, unknown>[] =>
  child
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const SIGN_IN = `mutation ($username: String!, $password: String!) {
  login(input: { username: $username, password: $password }) { accessToken } }`
const TREE = `{ sites(first: 20) { totalCount nodes { name zones(first: 5) { nodes { name assets(first: 5) { nodes { code type { name } } } } } } } }`

const ask = (address: string, query: string, token?: string, variables = {}) =>
  fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  })

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows its response
const bodyOf = async (response: Response) => (await response.json()) as any

async function signIn(address: string, { username, password }: Demo['users'][number]) {
  const { data } = await bodyOf(await ask(address, SIGN_IN, undefined, { username, password }))
  return data.login.accessToken as string
}

/** If set, only the tests of a server run: the others have an embedded database of their own. */
const server = process.env['DATABASE_URL'] ?? ''

const ADMIN = {
  company: 'harbour',
  role: 'admin',
  username: 'admin@harbour.example',
  password: 'demo-password',
} as const

// `npm run load -- first-minute`, which CI runs, starts it on an empty folder.
describe.skipIf(server)('the service, started on a folder with the demo', () => {
  let folder: string
  let service: ChildProcess
  let address: string
  let token: string

  beforeAll(async () => {
    const made = await makeTemporaryFolder()
    folder = made.folder
    await fillWithDemo(folder)
    service = start({ DATA_DIR: folder })
    await service.printed('demo.json')
    address = await addressOf(service)
    token = await signIn(address, ADMIN)
    return made.remove
  })

  it('prints its URL and how to sign in', () => {
    const output = service.output()
    expect(output).toContain(`GraphQL     ${address}/graphql`)
    expect(output).toContain('admin@harbour.example / demo-password')
    expect(output).toContain(join(folder, 'demo.json'))
  })

  it('writes all credentials of the demo to a file with mode 600', async () => {
    const file = join(folder, 'demo.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const demo = JSON.parse(await readFile(file, 'utf8')) as Demo
    expect(demo.users[0]).toEqual(ADMIN)
    expect(demo.users.length).toBeGreaterThan(20)
    expect(demo.oauthClient).toEqual({ id: 'demo-client', secret: 'demo-secret' })
    expect(Object.keys(demo.apiKeys)).toEqual(['harbour', 'summit'])
    const summit = demo.users.find(({ company }) => company === 'summit')
    expect(await signIn(address, summit ?? ADMIN)).toMatch(/^\S{40,}$/)
  })

  it('writes mail into a folder', async () => {
    const mutation = `mutation { requestPasswordReset(input: { email: "${ADMIN.username}" }) { ok } }`
    const { data } = await bodyOf(await ask(address, mutation))
    expect(data.requestPasswordReset.ok).toBe(true)
    const mails = join(folder, 'mail')
    const names = () => readdir(mails).catch(() => [])
    await expect.poll(names).toEqual([expect.stringMatching(/\.eml$/)])
    const [name = ''] = await names()
    expect(await readFile(join(mails, name), 'utf8')).toContain(`To: ${ADMIN.username}`)
  })

  it('says on its first page that it has demo data', async () => {
    expect(await (await fetch(address)).json()).toMatchObject({ demo: true })
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('This service has demo data: two invented companies')
  })

  it('serves a nested query over the demo data', async () => {
    const response = await ask(address, TREE, token)
    expect(response.status).toBe(200)
    const { data, errors } = await bodyOf(response)
    expect(errors).toBeUndefined()
    expect(data.sites.totalCount).toBe(40)
    expect(data.sites.nodes).toHaveLength(20)
    expect(data.sites.nodes[0].zones.nodes[0].assets.nodes[0].type.name).toBeTruthy()
  })

  it('reports that it is healthy and ready', async () => {
    for (const [path, status] of Object.entries({ health: 'ok', ready: 'ready' })) {
      const response = await fetch(`${address}/${path}`)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ status })
      expect(response.headers.get('x-request-id')).toBeTruthy()
    }
  })

  it('locks its folder: a second process prints it and exits with 1', async () => {
    const second = start({ DATA_DIR: folder })
    await second.exited(1)
    expect(second.output()).toContain(`The database folder ${folder} is in use by another process.`)
    expect(second.output()).not.toContain('    at ')
    expect((await fetch(`${address}/ready`)).status).toBe(200)
  })

  it('logs each request as JSON with its id, and never a token or a password', async () => {
    const answer = await ask(address, TREE, token)
    const refused = await ask(address, SIGN_IN, undefined, { ...ADMIN, password: 'wrong-secret' })
    const id = answer.headers.get('x-request-id')
    await expect
      .poll(() => logOf(service).some(({ reqId }) => reqId === refused.headers.get('x-request-id')))
      .toBe(true)
    const lines = logOf(service)
    expect(lines.find(({ reqId }) => reqId === id)).toMatchObject({
      level: 30,
      method: 'POST',
      path: '/graphql',
      status: 200,
      msg: 'request',
    })
    for (const line of lines.filter(({ msg }) => msg === 'request')) {
      expect(line['reqId']).toMatch(/^[\da-f-]{36}$/)
    }
    const demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Demo
    const secrets = [
      token,
      'demo-password',
      'wrong-secret',
      'demo-secret',
      ...Object.values(demo.apiKeys),
    ]
    const logged = JSON.stringify(lines)
    for (const secret of secrets) expect(logged).not.toContain(secret)
  })

  it('finishes requests in progress on SIGTERM, and exits with 0', async () => {
    const body = JSON.stringify({ query: TREE })
    const asking = request(`${address}/graphql`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true, timeout: 60_000 }),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
      },
    })
    const answered = new Promise<string>((resolve, reject) => {
      asking.on('response', (response) => {
        expect(response.statusCode).toBe(200)
        text(response).then(resolve, reject)
      })
      asking.on('error', reject)
    })
    asking.write(body.slice(0, 20))
    await delay(200)
    service.kill('SIGTERM')
    await service.printed('Draining')
    await delay(200)
    asking.end(body.slice(20))
    expect(JSON.parse(await answered).data.sites.nodes).toHaveLength(20)
    await service.exited(0)
    expect(logOf(service).at(-1)).toMatchObject({ msg: 'Stopped' })
    await expect(fetch(`${address}/health`)).rejects.toThrow()
  })

  it('starts again with the data that it had', async () => {
    const file = join(folder, 'demo.json')
    const { mtimeMs } = await stat(file)
    const again = start({ DATA_DIR: folder })
    await again.printed('Sign in')
    expect(again.output()).not.toContain('Filling')
    const { data } = await bodyOf(await ask(await addressOf(again), TREE, token))
    expect(data.sites.totalCount).toBe(40)
    expect((await stat(file)).mtimeMs).toBe(mtimeMs)
    again.kill('SIGINT')
    await again.exited(0)
  })

  it('prints that its port is taken, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => {
      other.close()
    })
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const again = start({ DATA_DIR: folder, PORT: String(port) })
    await again.exited(1)
    expect(again.output()).toContain(
      `PORT and HOST: cannot listen on 127.0.0.1:${port} (EADDRINUSE).`,
    )
    expect(again.output()).not.toContain('    at ')
  })

  it('closes connections with slow headers or slow bodies, and connections that send nothing', async () => {
    const again = start({ DATA_DIR: folder, REQUEST_TIMEOUT_MS: '1000' })
    const { hostname, port } = new URL(await addressOf(again))
    const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\n'
    const body = 'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
    const answers = [head, `${head}${body}`, ''].map(async (sent) => {
      const socket = connect(Number(port), hostname)
      socket.write(sent)
      // A byte now and then does not extend the time.
      const dripping = setInterval(() => socket.write(sent === '' ? '' : 'x'), 200)
      socket.on('error', () => undefined)
      const answer = await text(socket)
      clearInterval(dripping)
      return answer.split('\r\n', 1)[0]
    })
    const stopped = connect(Number(port), hostname)
    stopped.write(`${head.replace('graphql', 'oauth/token')}${body}`)
    const answerToStopped = text(stopped)
    const refused = 'HTTP/1.1 400 Bad Request'
    expect(await Promise.all(answers)).toEqual([refused, refused, refused])
    expect(await answerToStopped).toMatch(/^HTTP\/1\.1 400 /)
    expect(await answerToStopped).toContain('{"message":"The request did not arrive in time."}')

    const silent = connect(Number(port), hostname)
    await once(silent, 'connect')
    await delay(100)
    again.kill('SIGTERM')
    await again.exited(0)
  })

  it('announces on SIGTERM that connections end, before it refuses new ones', async () => {
    const again = start({ DATA_DIR: folder, SHUTDOWN_DELAY_MS: '5000' })
    const at = await addressOf(again)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(`${at}${path}`, { agent }, (response) => {
          response.resume().on('end', () => {
            resolve(response)
          })
        })
        sent.on('error', reject).end()
      })
    expect((await get('/ready')).headers.connection).toBe('keep-alive')
    again.kill('SIGTERM')
    await again.printed('Draining')
    const last = await get('/graphql')
    expect([last.statusCode, last.headers.connection]).toEqual([400, 'close'])
    const ready = await get('/ready')
    expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close'])
    expect((await ask(at, '{ __typename }')).status).toBe(200)
    await again.exited(0)
  })

  it.each([
    ['a file', 'file'],
    ['a path below a file', join('file', 'below')],
    ['a folder that cannot be created', '/proc/none'],
    ['a path that is too long', 'x'.repeat(300)],
  ])('prints one sentence about %s as DATA_DIR, and exits with 1', async (_, path) => {
    const own = await makeTemporaryFolder()
    onTestFinished(own.remove)
    await writeFile(join(own.folder, 'file'), '')
    const dataDir = path.startsWith('/') ? path : join(own.folder, path)
    const again = start({ DATA_DIR: dataDir })
    await again.exited(1)
    const lines = again
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^DATA_DIR: .* is not a folder that this user can write to \(E[A-Z]+\)\.$/,
    )
  })

  it('prints the folder that it cannot use, and exits with 1', async () => {
    const broken = await makeTemporaryFolder()
    onTestFinished(broken.remove)
    await cp(folder, broken.folder, { recursive: true })
    await writeFile(join(broken.folder, 'database', 'PG_VERSION'), '9\n')
    const again = start({ DATA_DIR: broken.folder })
    await again.exited(1)
    expect(again.output()).toContain(`The embedded database in ${join(broken.folder, 'database')}`)
    expect(again.output()).not.toContain('    at ')
  })

  it('prints no secrets in production, and hides schema and playground without credentials', async () => {
    const production = start({
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DATABASE_URL: 'embedded',
      ALLOW_DEMO_CREDENTIALS: 'yes',
    })
    const at = await addressOf(production)
    expect((await bodyOf(await ask(at, TREE, token))).data.sites.totalCount).toBe(40)
    expect((await ask(at, '{ __schema { queryType { name } } }')).status).toBe(401)
    const page = await fetch(`${at}/graphql`, { headers: { accept: 'text/html' } })
    expect(await page.text()).not.toMatch(/<script|graphiql/i)
    expect(production.output()).not.toMatch(/demo-password|Sign in|demo\.json/)
    production.kill('SIGTERM')
    await production.exited(0)
  })

  it('refuses to start in production with demo accounts, until they are removed', async () => {
    const refused = start({
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DATABASE_URL: 'embedded',
    })
    await refused.exited(1)
    expect(refused.output()).toContain('Remove them with "node dist/demo/remove.js"')
    expect(refused.output()).not.toContain('    at ')

    const removal = startProcess('src/demo/remove.ts', { DATA_DIR: folder, DATABASE_URL: '' })
    await removal.exited(0)
    expect(removal.output()).toContain('Removed: Harbour Facilities, Summit Estates.')
    const production = start({
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DATABASE_URL: 'embedded',
    })
    const at = await addressOf(production)
    expect((await ask(at, TREE, token)).status).toBe(401)
    const { data } = await bodyOf(await ask(at, SIGN_IN, undefined, ADMIN))
    expect(data?.login?.accessToken ?? null).toBeNull()
    production.kill('SIGTERM')
    await production.exited(0)
  })
})

describe.skipIf(server).concurrent('the service', () => {
  let folder: string
  beforeAll(async () => {
    const made = await makeTemporaryFolder()
    folder = made.folder
    return made.remove
  })

  it('does not create demo data in production', async () => {
    const production = start({ DATA_DIR: folder, NODE_ENV: 'production', DATABASE_URL: 'embedded' })
    const address = await addressOf(production)
    const answer = await bodyOf(await ask(address, SIGN_IN, undefined, ADMIN))
    expect(answer.data?.login?.accessToken ?? null).toBeNull()
    await expect(stat(join(folder, 'demo.json'))).rejects.toThrow('ENOENT')
    expect(production.output()).not.toContain('demo')
    production.kill('SIGTERM')
    await production.exited(0)
  })

  it('prints all configuration errors, and exits with 1', async () => {
    const service = start({
      PORT: 'many',
      DATABASE_URL: 'mysql://root:secret@localhost',
      NODE_ENV: 'staging',
      MAX_DEPTH: '0',
    })
    await service.exited(1)
    expect(
      service
        .output()
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'The configuration is invalid:',
      'PORT: must be a whole number from 0 to 65535',
      'DATABASE_URL: must be a URL like postgresql://user@host/name, or embedded',
      'NODE_ENV: must be one of development, production, test',
      'MAX_DEPTH: must be a whole number from 1 to 100',
    ])
  })

  it('prints that the database is unreachable, and exits with 1', async () => {
    const service = start({ DATABASE_URL: 'postgresql://me:hush-hush@127.0.0.1:1/none' })
    await service.exited(1)
    expect(service.output()).toContain('ECONNREFUSED')
    expect(service.output()).not.toContain('hush-hush')
  })
})

describe.skipIf(!server)('the service on a PostgreSQL server', () => {
  let url: string
  let demoFolder: string

  beforeAll(async () => {
    const [database, made] = [await createEmptyDatabase(server), await makeTemporaryFolder()]
    url = database.url
    demoFolder = made.folder
    return async () => {
      await destroyServices()
      await database.drop()
      await made.remove()
    }
  })

  const count = async (table: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${table}`)
      return rows[0]?.count
    } finally {
      await client.end()
    }
  }

  it('starts twice concurrently, and creates no demo data', async () => {
    const both = [start({ DATABASE_URL: url }), start({ DATABASE_URL: url })]
    for (const address of await Promise.all(both.map(addressOf))) {
      expect((await fetch(`${address}/ready`)).status).toBe(200)
    }
    expect(await count('company')).toBe(0)
    for (const each of both) {
      expect(each.output()).not.toContain('Sign in')
      each.kill('SIGTERM')
      await each.exited(0)
    }
  })

  it('is filled by the seed command with a scale', async () => {
    const env = { DATABASE_URL: url, DATA_DIR: demoFolder, NODE_ENV: 'development' }
    const seed = startProcess('src/demo/seed.ts', env, '--scale', '2')
    await seed.exited(0)
    expect(await count('company')).toBe(2)
    const assets = await count('asset')
    expect(assets).toBeGreaterThan(8000)
    const demo = JSON.parse(await readFile(join(demoFolder, 'demo.json'), 'utf8')) as Demo
    expect(demo.users[0]).toEqual(ADMIN)
    const again = startProcess('src/demo/seed.ts', env, '--scale', '3')
    await again.exited(0)
    expect(await count('asset')).toBe(assets)
    const wrong = startProcess('src/demo/seed.ts', env, '--scale', 'lots')
    await wrong.exited(1)
    expect(wrong.output()).toContain('--scale must be a whole number from 1 to 1000.')
  })

  it('responds 503 while the database is unreachable, and recovers', async () => {
    const proxy = await openProxy(url)
    const service = start({ DATABASE_URL: proxy.url, DATABASE_CONNECT_TIMEOUT_MS: '5000' })
    onTestFinished(service.destroy)
    const address = await addressOf(service)
    const token = await signIn(address, ADMIN)
    expect((await ask(address, TREE, token)).status).toBe(200)

    await proxy.cut()
    for (let tries = 0; tries < 3; tries += 1) {
      const response = await ask(address, TREE, token)
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const { errors } = await bodyOf(response)
      expect(errors[0].extensions.code).toBe('UNAVAILABLE')
    }
    const ready = await fetch(`${address}/ready`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${address}/health`)).status).toBe(200)

    await proxy.restore()
    await expect.poll(async () => (await ask(address, TREE, token)).status).toBe(200)
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    service.kill('SIGTERM')
    await service.exited(0)
    expect(service.output()).not.toContain(token)
  })
})
