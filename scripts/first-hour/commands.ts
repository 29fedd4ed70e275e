// The sections of docs/first-hour.md that have commands: runs them as a user would.
import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { blocksOf } from '../../test/support/transcript.js'

const runFile = promisify(execFile)

const text = await readFile('docs/first-hour.md', 'utf8')

/** The code blocks in this language below a heading. */
export function blocksUnder(heading: string, language: string): string[] {
  const [, after = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  return blocksOf(section)
    .filter((block) => block.language === language)
    .map((block) => block.text)
}

export const commandsUnder = (heading: string): string[] =>
  blocksUnder(heading, 'sh').flatMap((block) => block.trim().split('\n'))

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Without a network: a command whose package is missing fails. */
const environment = (env: Options['env']) => ({
  ...process.env,
  NO_COLOR: '1',
  npm_config_offline: 'true',
  ...env,
})

/** Runs a command, and returns what it prints. */
export async function run(command: string, { cwd, env }: Options = {}): Promise<string> {
  const options = { ...(cwd !== undefined && { cwd }), env: environment(env) }
  return (await runFile('bash', ['-c', command], options)).stdout
}

/** Starts a server, and resolves with the first address that it prints. `stop` ends it with the processes that it has started. */
export async function startServer(command: string, { cwd, env }: Options) {
  const server = spawn('bash', ['-c', command], {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => process.kill(-Number(server.pid))
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address === undefined) continue
    // The end of the loop pauses the output, and a full pipe would stop the server.
    server.stdout.resume()
    return { address, stop }
  }
  throw new Error(`${command} has printed no address.`)
}
