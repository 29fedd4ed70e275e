import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface CommandResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `npm run admin -- …` from the sources, with `stdin` as its standard input. */
export async function runAdmin(
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/admin.ts', ...args], {
    env: { ...process.env, ...env },
  })
  child.stdin.end(stdin)
  const closed = once(child, 'close') as Promise<[number]>
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await closed
  return { status, stdout, stderr }
}

/** The result of a command with `--json`. Throws what it printed if it fails. */
export async function adminJson(
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows its command
): Promise<any> {
  const { status, stdout, stderr } = await runAdmin(env, [...args, '--json'], stdin)
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}:\n${stderr}`)
  return JSON.parse(stdout)
}

/** The errors of a command with `--json` that must fail, each as `CODE field`. */
export async function adminErrors(
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
): Promise<string[]> {
  const { status, stdout, stderr } = await runAdmin(env, [...args, '--json'], stdin)
  if (status !== 1 || stdout !== '') {
    throw new Error(`${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`)
  }
  const { error } = JSON.parse(stderr.slice(stderr.indexOf('{'))) as {
    error: { code: string; errors: { code: string; field: string }[] }
  }
  return error.errors.length === 0
    ? [error.code]
    : error.errors.map(({ code, field }) => `${code} ${field}`)
}
