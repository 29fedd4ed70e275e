import { type ProcessResult, runProcess } from './run-process.js'

/** Runs `npm run admin -- …`, with `stdin` as its standard input. */
export const runAdmin = (
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
): Promise<ProcessResult> => runProcess('src/admin.ts', env, args, stdin)

/** The result of a command with `--json`. If the command fails, throws an error with its output. */
export async function adminJson(
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its command
): Promise<any> {
  const { status, stdout, stderr } = await runAdmin(env, [...args, '--json'], stdin)
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}:\n${stderr}`)
  return JSON.parse(stdout)
}

/** Creates the company Acme, and in an empty database the tables before. */
export const createAcme = (env: Record<string, string>, email: string, password: string) =>
  adminJson(env, ['company', 'create', ...ACME, '--admin-email', email], password)

const ACME = ['--name', 'Acme', '--admin-first-name', 'Ann', '--admin-last-name', 'Lee']

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
