import { join } from 'node:path'
import { createRequire } from 'node:module'
import { query, ROOT, WORK } from './database.js'
import { freePort, start, until } from './processes.js'

export const POOL = 10
const HERE = new URL('.', import.meta.url).pathname
const NODE_22 = join(HERE, 'node_modules', 'node', 'bin', 'node')
const USERNAME = 'admin@harbour.example'
const PASSWORD = 'demo-password'

export const versionOf = (name) =>
  createRequire(import.meta.url)(`${HERE}node_modules/${name}/package.json`).version

/** Who the demo's admin is: every server answers as for him, and only ours asks who it is. */
export async function viewerOf(url) {
  const [viewer] = await query(
    url,
    'select company_id as company, id as user from app_user where email = $1',
    [USERNAME],
  )
  return viewer
}

/** The service, built and started as a user would in production; the log goes to a file. */
export async function startService(url, name = 'service', nodeOptions = [], env = {}) {
  const port = await freePort()
  const began = Date.now()
  const child = start(process.execPath, [...nodeOptions, 'dist/main.js'], {
    cwd: ROOT,
    log: join(WORK, `${name}.log`),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL),
      DATA_DIR: join(WORK, 'data'),
      ...env,
    },
  })
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok, child, 'the service')
  return { name, child, port, readyMs: Date.now() - began, graphql: true }
}

/** One of the peers of this folder. */
async function startPeer(
  url,
  viewer,
  name,
  file,
  { node = process.execPath, graphql = true } = {},
) {
  const port = await freePort()
  const child = start(node, [join(HERE, 'peers', file)], {
    cwd: HERE,
    log: join(WORK, `${name}.log`),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: url,
      POOL: String(POOL),
      COMPANY: String(viewer.company),
      VIEWER: String(viewer.user),
    },
  })
  await until(async () => Boolean(await fetch(`http://127.0.0.1:${port}/`)), child, name)
  return { name, child, port, graphql }
}

export const startLimit = (url, viewer) =>
  startPeer(url, viewer, 'limit', 'limit.js', { graphql: false })
export const startMercurius = (url, viewer) => startPeer(url, viewer, 'mercurius', 'mercurius.js')
export const startPostGraphile = (url, viewer) =>
  startPeer(url, viewer, 'postgraphile', 'postgraphile.js', { node: NODE_22 })

async function call(port, path, body, headers) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok || answer.errors) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** A new access token. */
export async function logIn({ port }) {
  const { data } = await call(port, '/graphql', {
    query: 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
    variables: { input: { username: USERNAME, password: PASSWORD } },
  })
  return data.login.accessToken
}

/** Credentials for each of the service's faces, as headers. */
export async function signIn({ port }) {
  const graphql = { authorization: `Bearer ${await logIn({ port })}` }
  const made = await call(
    port,
    '/graphql',
    { query: 'mutation { createApiKey(input: { name: "bench" }) { key } }' },
    graphql,
  )
  const token = await call(port, '/oauth/token', {
    grant_type: 'password',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    username: USERNAME,
    password: PASSWORD,
  })
  const apiKey = { 'x-api-key': made.data.createApiKey.key }
  const session = await call(
    port,
    '/api/authentication/login',
    { username: USERNAME, password: PASSWORD },
    apiKey,
  )
  return {
    graphql,
    A: { authorization: `Bearer ${token.access_token}` },
    B: { ...apiKey, 'x-api-token': session.accessToken },
  }
}
