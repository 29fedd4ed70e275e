import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Another process that runs one of this project's TypeScript files. */
export interface ChildProcess {
  /** What it has printed so far, errors included. */
  output(): string
  /** Resolves once it has printed `text`; rejects when it ends before. */
  printed(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts `script` (a path from the root of the project) through tsx. */
export function startProcess(
  script: string,
  env: Record<string, string>,
  ...args: string[]
): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, ...env },
  })
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number)
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (output.includes(text)) resolve()
      }
      listeners.add(check)
      check()
      ended.then((code) => {
        reject(new Error(`The process ended with ${code}:\n${output}`))
      }, reject)
    })
  return { output: () => output, printed, kill: (signal) => child.kill(signal), ended }
}
