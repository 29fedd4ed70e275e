import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { PATIENT } from './patient-settings.js'
import { runnable } from './runnable.js'

/** Another process that runs a file of this project. */
export interface ChildProcess {
  /** What it has printed so far, errors included. */
  readonly output: () => string
  /** Resolves once it has printed `text`; rejects with its output if it exits before. */
  readonly printed: (text: string) => Promise<void>
  /** Resolves once it has exited; rejects with its output if its exit code or signal is not the expected one. */
  readonly exited: (expected: number | NodeJS.Signals) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly pid: number
  /** Kills it with SIGKILL unless it has exited, and resolves once it has exited. */
  readonly destroy: () => Promise<void>
}

/** The longest wait for a process: shorter than the time limit of a test, so that the error shows its output. */
const MAX_WAIT_MS = 500_000

const started: ChildProcess[] = []

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { output } of started) console.error(`A process of this file printed:\n${output()}`)
})

/** Starts `script` (a path from the root of the project). */
export const startProcess = (
  script: string,
  env: Record<string, string>,
  ...args: string[]
): ChildProcess => startNode(env, ...runnable(script, { ...process.env, ...env }), ...args)

/** Starts Node.js with these arguments. `env` overrides the settings of `PATIENT`. */
export function startNode(env: Record<string, string>, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...PATIENT, ...env } })
  let output = ''
  const listeners = new Set<() => void>()
  const append = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  const timeout = () => delay(MAX_WAIT_MS, 'still running', { ref: false })
  const failure = (expected: string, state: unknown) =>
    new Error(
      `${args.join(' ')}: expected ${expected}, is ${String(state)}. Its output:\n${output}`,
    )

  const printed = async (text: string) => {
    const appeared = new Promise<void>((resolve) => {
      const check = () => {
        if (output.includes(text)) resolve()
      }
      listeners.add(check)
      check()
    })
    const state = await Promise.race([appeared, exit.then((code) => `exit ${code}`), timeout()])
    if (!output.includes(text)) throw failure(`"${text}"`, state)
  }
  const exited = async (expected: number | NodeJS.Signals) => {
    const state = await Promise.race([exit, timeout()])
    if (state !== expected)
      throw failure(`exit ${expected}`, typeof state === 'number' ? `exit ${state}` : state)
  }
  const destroy = async () => {
    child.kill('SIGKILL')
    await exit
  }
  const kill = (signal: NodeJS.Signals) => child.kill(signal)
  const handle = { output: () => output, printed, exited, kill, destroy, pid: Number(child.pid) }
  started.push(handle)
  return handle
}
