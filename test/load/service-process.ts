import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Demo } from '../../src/demo/demo-file.js'
import { fillWithDemo } from '../support/demo-folder.js'
import { runnable } from '../support/runnable.js'

/** The service as a process of its own. */
export interface ServiceProcess {
  /** Such as `http://127.0.0.1:40001`. */
  readonly address: string
  readonly pid: number
  readonly demo: Demo | undefined
  /** Sends SIGTERM. */
  readonly stop: () => void
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>
}

/**
 * Creates a data folder for services. `start` starts a service in it; `close` kills all services and removes the
 * folder.
 */
export async function openServices() {
  const folder = await mkdtemp(join(tmpdir(), 'load-'))
  const ended: (() => Promise<unknown>)[] = []
  let filled: Promise<void> | undefined
  const start = async (env: Record<string, string> = {}): Promise<ServiceProcess> => {
    if (env['DATABASE_URL'] === undefined) await (filled ??= fillWithDemo(folder))
    const service = await startService({ DATA_DIR: folder, ...env }, ended)
    const file = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => undefined)
    return { ...service, demo: file === undefined ? undefined : (JSON.parse(file) as Demo) }
  }
  const close = async () => {
    await Promise.all(ended.map((end) => end()))
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, start, close }
}

/**
 * Starts the service on a free port, with the embedded database and the demo unless `env` configures another database.
 */
async function startService(env: Record<string, string>, ended: (() => Promise<unknown>)[]) {
  const child = spawn(process.execPath, runnable('src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      DURABLE: 'off',
      RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  ended.push(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
      const found = /listening at (http:\/\/[\d.]+:\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    void exited.then((code) => {
      reject(new Error(`The service ended with ${code}:\n${output}`))
    })
  })
  return { address, pid: Number(child.pid), stop: () => child.kill('SIGTERM'), exited }
}
