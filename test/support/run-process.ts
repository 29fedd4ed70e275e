import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PATIENT } from './patient-settings.js'
import { runnable } from './runnable.js'

export interface ProcessResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs `script` (a path from the root of the project), with `stdin` as its standard input. `env` overrides the settings of
 * `PATIENT`.
 */
export async function runProcess(
  script: string,
  env: Record<string, string>,
  args: readonly string[],
  stdin = '',
): Promise<ProcessResult> {
  const whole = { ...process.env, ...PATIENT, ...env }
  const child = spawn(process.execPath, [...runnable(script, whole), ...args], { env: whole })
  child.stdin.end(stdin)
  const closed = once(child, 'close') as Promise<[number]>
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await closed
  return { status, stdout, stderr }
}
