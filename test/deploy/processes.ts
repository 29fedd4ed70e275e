import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

export interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  /** The exit code or signal, once it has exited. */
  readonly exited: Promise<number | NodeJS.Signals | null>
}

interface Options {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

const NOBODY = 65_534

/** Starts a command of a container with its environment only. As root, it drops the rights to those of `nobody`. */
export function startContainer(
  [program = '', ...args]: readonly string[],
  { folder, environment }: Options,
): Running {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const exited = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  )
  return { child, output: () => output, exited }
}

/** Resolves once `isReady` returns true. Rejects with the output of the process if it exits before, or after five minutes. */
export async function waitUntil(
  isReady: () => Promise<boolean>,
  { child, output }: Running,
): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    if (await isReady().catch(() => false)) return
    if (child.exitCode !== null || child.signalCode !== null) break
    await delay(200)
  }
  throw new Error(`The process is not ready. Its output:\n${output()}`)
}
