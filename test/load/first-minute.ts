import { deepEqual, equal, match } from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { findFreePorts } from '../deploy/free-ports.js'
import { blocksOf } from '../support/transcript.js'

/** The port in the README. */
const PORT = '4000'

/**
 * Runs the commands of the README in a new clone of the last commit: the clone, `npm ci`, the start, the files of the dashboard's page, and
 * the responses to the first query and the first mutation; with `--here`, in this checkout, whose packages are installed. Returns the seconds
 * that each takes, npm's warnings, and the response to the query. Throws if the dashboard is not served, or if the response to the
 * mutation is not that of the README.
 */
export async function run(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: { here: { type: 'boolean' } } })
  const work = await mkdtemp(join(tmpdir(), 'first-minute-'))
  const folder = values.here ? process.cwd() : join(work, 'clone')
  const seconds: Record<string, number> = {}
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await work()
    seconds[name] = Math.round((performance.now() - began) / 100) / 10
    return result
  }
  const git = ['clone', '--quiet', process.cwd(), folder]
  if (!values.here) await timed('clone', () => promisify(execFile)('git', git))
  const blocks = blocksOf(await readFile(join(folder, 'README.md'), 'utf8'))
  const textsOf = (name: string) =>
    blocks.filter(({ language }) => language === name).map(({ text }) => text)
  const [installAndStart = '', , query = ''] = textsOf('sh')
  const [mutation = ''] = textsOf('graphql')
  const [, expected = ''] = textsOf('json')
  const [install = '', start = ''] = installAndStart.split(' && ')
  const port = (await findFreePorts([PORT])).get(PORT) ?? PORT
  const own = {
    ...{ PORT: port, DATABASE_URL: '', DATA_DIR: join(work, 'data') },
    // `npm run --silent` would hide npm's warnings.
    npm_config_loglevel: 'warn',
  }
  const options = { cwd: folder, env: { ...process.env, ...own } }
  const bash = (command: string) => promisify(execFile)('bash', ['-e', '-c', command], options)

  const warnings = values.here ? '' : (await timed('install', () => bash(install))).stderr
  const service = spawn('bash', ['-c', start], {
    ...options,
    // A process group of its own, because npm starts the service as another process.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(service, 'exit')
  try {
    await timed('start', async () => {
      let output = ''
      const started = new Promise<boolean>((resolve) => {
        // Reads on afterwards: a service cannot write to a closed pipe.
        service.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (output.includes('Server listening')) resolve(true)
        })
      })
      if (!(await Promise.race([started, exited.then(() => false)])))
        throw new Error(`expected that the service starts, but ${start} has ended`)
      match(output, /Filling the empty database with demo data/)
    })
    await timed('dashboard', () => readDashboard(`http://127.0.0.1:${port}/dashboard`))
    const body = join(work, 'mutation.json')
    await writeFile(body, JSON.stringify({ query: mutation }))
    const [signIn = '', read = ''] = query.replaceAll(`:${PORT}`, `:${port}`).split('\n\n')
    const { stdout: found } = await timed('query', () => bash(`${signIn}\n${read}`))
    const response = JSON.parse(found) as Found
    equal(response.data?.sites.nodes.length, 1, found)
    // As the playground does, with the same token.
    const send = `curl -s localhost:${port}/graphql -H "authorization: Bearer $TOKEN" -H 'content-type: application/json'`
    const { stdout: made } = await timed('mutation', () => bash(`${signIn}\n${send} -d @${body}`))
    deepEqual(JSON.parse(made), JSON.parse(expected))
    return { seconds, warnings, response }
  } finally {
    if (service.exitCode === null) {
      process.kill(-(service.pid ?? 0), 'SIGTERM')
      await exited
    }
    await rm(work, { recursive: true })
  }
}

/** Reads the page of the dashboard and its scripts and styles, as a browser does. */
async function readDashboard(url: string): Promise<void> {
  const read = async (address: string | URL) => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.url} responds ${response.status}.`)
    return { at: response.url, text: await response.text() }
  }
  const { at, text } = await read(url)
  const files = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  if (files.length === 0) throw new Error('The page of the dashboard has no script.')
  for (const file of files) await read(new URL(file ?? '', at))
}

interface Found {
  readonly data?: { readonly sites: { readonly nodes: readonly object[] } }
}
