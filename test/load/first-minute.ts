import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePorts } from '../deploy/free-ports.js'
import { blocksOf } from '../support/transcript.js'

/** The port in the README. */
const PORT = '4000'

/**
 * Runs the commands of the README in a new clone of the last commit, from `npm ci` to the response to the first query.
 * Returns the seconds that each takes, npm's warnings, and that response.
 */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'first-minute-'))
  await promisify(execFile)('git', ['clone', '--quiet', process.cwd(), folder])
  const blocks = blocksOf(await readFile(join(folder, 'README.md'), 'utf8'))
  const [installAndStart, , query] = blocks.filter(({ language }) => language === 'sh')
  const [install = '', start = ''] = installAndStart?.text.split(' && ') ?? []
  const port = (await findFreePorts([PORT])).get(PORT) ?? PORT
  // `npm run --silent` would hide npm's warnings.
  const own = { PORT: port, DATABASE_URL: '', npm_config_loglevel: 'warn' }
  const options = { cwd: folder, env: { ...process.env, ...own } }
  const seconds: Record<string, number> = {}
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await work()
    seconds[name] = Math.round((performance.now() - began) / 100) / 10
    return result
  }
  const bash = (command: string) => promisify(execFile)('bash', ['-e', '-c', command], options)

  const { stderr } = await timed('install', () => bash(install))
  const service = spawn('bash', ['-c', start], {
    ...options,
    // A process group of its own, because npm starts the service as another process.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await timed('start', async () => {
      for await (const chunk of service.stdout)
        if (String(chunk).includes('Server listening')) return
      throw new Error(`expected that the service starts, but ${start} has ended`)
    })
    const text = query?.text.replaceAll(`:${PORT}`, `:${port}`) ?? ''
    const { stdout } = await timed('query', () => bash(text))
    return { seconds, warnings: stderr, response: JSON.parse(stdout) as unknown }
  } finally {
    process.kill(-(service.pid ?? 0), 'SIGTERM')
    await once(service, 'exit')
    await rm(folder, { recursive: true })
  }
}
